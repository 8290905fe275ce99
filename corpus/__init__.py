"""Our own pages, the captures that a real Chromium made of them, and the driver that makes both comparable.

`pages/` holds the HTML, `pages.toml` what to do with each page, `captures/` the results and `MANIFEST.toml`
their digests. The engine imports nothing of it; `build` and the live tests are the only users of `browser`.
"""
