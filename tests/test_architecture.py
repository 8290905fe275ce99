"""Imports go one way: a module may import only from layers above its own in this list (ARCHITECTURE.md, Layout)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("perception", "ids", "rendering")

LAYERS: tuple[tuple[str, ...], ...] = (
    ("perception.tables.*",),
    ("perception.geometry", "perception.columns", "perception.errors", "perception.characters", "perception.locator"),
    ("perception.html", "perception.wire", "perception.unpack", "perception.secrets"),
    ("perception.capture", "perception.wire_rows"),
    ("perception.snapshot",),
    ("perception.loading",),
    ("perception.redact",),
    ("perception.node",),
    ("perception.styles", "perception.flat_tree", "perception.text_boxes", "perception.rows"),
    ("perception.clip_shapes", "perception.svg_paths"),
    ("perception.clips", "perception.svg_boxes"),
    ("perception.visibility", "perception.controls", "perception.generated_content"),
    ("perception.labels",),
    ("perception.naming_sources", "perception.rendered"),
    ("perception.rendered_texts",),
    ("perception.ownership",),
    ("perception.profile",),
    ("perception.role_conditions",),
    ("perception.roles",),
    ("perception.values",),
    ("perception.native_text",),
    ("perception.name_text",),
    ("perception.names",),
    ("perception.name_policies",),
    ("perception.descriptions", "perception.states"),
    ("perception.viewport",),
    ("perception.hit_boxes",),
    ("perception.occlusion",),
    ("perception.constraints",),
    ("perception.interactivity",),
    ("perception.outside",),
    ("perception.overlays", "perception.scrolling"),
    ("perception.suppression",),
    ("perception.listing",),
    ("perception.dom_tree", "perception.selectors", "perception.xml_names"),
    ("perception.pseudo_classes",),
    ("perception.matching", "perception.mirror"),
    ("perception.query",),
    ("perception.passes",),
    ("perception.find", "perception.frames", "perception.locators", "perception.relations"),
    ("perception.read",),
    ("perception.plan",),
    ("perception.explain",),
    ("perception.content_root",),
    ("perception.perceive",),
    ("perception",),
    ("perception.drawing",),
    ("perception.testing",),
    ("ids.idmap", "ids.life"),
    ("ids.letters", "ids.ordinal", "ids.backend"),
    ("ids.schemes", "ids.identity"),
    ("ids.refs",),
    ("ids.carry",),
    ("ids",),
    ("rendering.text", "rendering.line"),
    (
        "rendering.prune",
        "rendering.axline",
        "rendering.overlay_section",
        "rendering.paginate",
        "rendering.continuation",
    ),
    ("rendering.covers",),
    ("rendering.shown_text",),
    ("rendering.axpolicy",),
    ("rendering.compose", "rendering.webbrain"),
    (
        "rendering.addresses",
        "rendering.aria_distiller",
        "rendering.implied",
        "rendering.lines",
        "rendering.sections",
        "rendering.apart",
    ),
    ("rendering.browser_actions", "rendering.entries"),
    ("rendering.notte",),
    ("rendering.actions", "rendering.axtree", "rendering.facts", "rendering.parse"),
    ("rendering.excerpts",),
    ("rendering.aria_yaml", "rendering.fit", "rendering.jsonl", "rendering.markdown"),
    ("rendering.renderers",),
    ("rendering.coverage", "rendering.diff"),
    ("rendering.action_space",),
    ("rendering.prompt", "rendering.tools"),
    ("rendering",),
    ("rendering.batch.items", "rendering.batch.options"),
    ("rendering.batch.job",),
    ("rendering.batch.worker",),
    ("rendering.batch.pool",),
    ("rendering.batch.cluster", "rendering.batch.store"),
    ("rendering.batch.runner",),
    ("rendering.batch",),
    ("rendering.cli.terminal",),
    ("rendering.cli.shared",),
    ("rendering.cli.keep", "rendering.cli.looks", "rendering.cli.views"),
    ("rendering.cli.many", "rendering.cli.nodes"),
    ("rendering.cli.commands",),
    ("rendering.cli.reference",),
    ("rendering.cli",),
    ("rendering.__main__",),
)

WHY = {
    "perception.tables.*": "tables are pure data",
    "perception.roles": "roles ask naming_sources, never the names: section and aside would be a loop",
    "perception.node": "the cursor imports no pass",
}


def modules() -> dict[str, Path]:
    """Module name -> file, for our three packages."""
    out = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            out[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return out


def layer_of(module: str) -> int | None:
    """The module's place in LAYERS; `package.*` covers what is below the package."""
    names = {module, *(f"{module.rsplit('.', k)[0]}.*" for k in range(1, module.count(".") + 1))}
    if module == "perception.tables":
        names.add("perception.tables.*")
    return next((k for k, layer in enumerate(LAYERS) if names & set(layer)), None)


def imported(path: Path) -> set[str]:
    """Our modules that a file imports anywhere, annotations' imports included."""
    known = modules()
    out = set()
    for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            out |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            assert not statement.level, f"{path}: relative import"
            base = statement.module or ""
            out |= {f"{base}.{a.name}" if f"{base}.{a.name}" in known else base for a in statement.names}
    return {name for name in out if name in known}


@pytest.mark.parametrize("module", modules())
def test_every_module_has_a_layer(module: str) -> None:
    assert layer_of(module) is not None, f"{module}: put it into LAYERS"


@pytest.mark.parametrize("module", modules())
def test_imports_go_one_way(module: str) -> None:
    own = layer_of(module)
    assert own is not None
    for other in imported(modules()[module]) - {module}:
        theirs = layer_of(other)
        why = WHY.get(module, "imports go down the layers")
        assert theirs is not None, f"{other}: put it into LAYERS"
        same_table = own == theirs == 0
        assert theirs < own or same_table, f"{module} imports {other}: {why}"


def test_layers_name_only_modules_that_exist() -> None:
    known = modules()
    listed = [name for layer in LAYERS for name in layer if not name.endswith(".*")]
    assert [name for name in listed if name not in known] == []
    assert len(listed) == len(set(listed))


def test_importing_perception_is_light() -> None:
    """What only an edge needs (HTML, selectors, models, command line) is imported at that edge."""
    import subprocess
    import sys

    code = "import perception, sys; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"lxml", "selectolax", "pydantic", "typer", "rich", "hypothesis", "pyarrow", "dask"}
    assert heavy & set(loaded.stdout.split()) == set()
