"""Small pages, one fact each, that decide what a compatibility profile does; captured by a real Chromium."""
