"""`python -m rendering` is `domsight`."""

from rendering.cli import main

main()
