"""Pure data: roles, elements, rules. Imports nothing of ours."""
