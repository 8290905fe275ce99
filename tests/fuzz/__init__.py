"""Random captures, and everything that can be asked of a page: what hostile input must not break (SPEC 1.5)."""
