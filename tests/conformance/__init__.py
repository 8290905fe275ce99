"""What the specifications say, one row a sentence: by anchor, drawn, with known gaps as strict expected failures."""
