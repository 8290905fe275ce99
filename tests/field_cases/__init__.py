"""A runner for field cases: folders with a capture and what is right for it, from any source.

`python -m tests.field_cases DIR` (or `make field-cases DIR=…`) reads DIR/*/expect.json and asks the public API what
each entry says. The format is described in `format.md` beside this file.
"""
