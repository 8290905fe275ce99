"""`python -m rendering` is `domsight`."""

from rendering.cli import main

if __name__ == "__main__":
    main()
