"""`ref_N` names that last over the captures of one document life (SPEC 5.3)."""


class RefRegistry:
    """Mints and resolves refs."""
