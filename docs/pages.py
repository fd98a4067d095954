"""Pages of the documentation that are made while it is built, and links between all of them.

In the repository a page links to files; in the site such a link leads to a page. A file of texts, `text/fr.toml`,
becomes the rules of its game in that language; any other file becomes a page that shows it.
"""

import os
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).parents[1]
DOCS = PurePosixPath("docs")
OUTSIDE = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "web/README.md", "benchmarks/*.md"]
GAMES = "docs/rules.md"  # lists the games of the site; one that is not there yet is missing, and nothing breaks
LINK = re.compile(r"(?<!`)(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s#:]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```$|`[^`\n]+`(?!\])", re.MULTILINE | re.DOTALL)
TEXTS = re.compile(r"src/brelan/games/(\w+)/text/(\w+)\.toml")
LANGUAGES = {".py": "python", ".svelte": "html", ".ts": "ts", ".ipynb": "json"}  # how a file that is shown is coloured


def links(text: str) -> Iterator[tuple[str, str]]:
    """Where the links of a Markdown text lead: a file and an anchor, either of them may be empty."""
    for found in LINK.finditer(FENCE.sub("", text)):
        yield found[3], (found[4] or "").removeprefix("#")


def target(page: str, link: str) -> str:
    """The file of the repository to which a link of a page leads."""
    return os.path.normpath(PurePosixPath(page).parent / link).replace(os.sep, "/")


def place(file: str) -> str:
    """Where a file of the repository is in the site."""
    texts = TEXTS.fullmatch(file)
    if texts:
        return f"rules/{texts[1]}-{texts[2]}.md"
    if file == "README.md":
        return "index.md"
    if PurePosixPath(file).is_relative_to(DOCS) and not file.endswith((".ipynb", ".py")):
        return str(PurePosixPath(file).relative_to(DOCS))
    return file if file.endswith(".md") else f"source/{file}.md"


def outside() -> list[str]:
    """The pages of the site that are not in docs/, as files of the repository."""
    games = [target(GAMES, link) for link, _ in links((ROOT / GAMES).read_text("utf-8")) if link.endswith("RULES.md")]
    return sorted([*(file.relative_to(ROOT).as_posix() for glob in OUTSIDE for file in ROOT.glob(glob)), *games])


def pages() -> list[str]:
    """All pages that are written by hand, as files of the repository."""
    return sorted(str(file.relative_to(ROOT).as_posix()) for file in (ROOT / "docs").rglob("*.md")) + outside()


def shown() -> list[str]:
    """Files that pages link to, and that are no pages themselves."""
    written = set(pages())
    found = {target(page, link) for page in written for link, _ in links((ROOT / page).read_text("utf-8")) if link}
    return sorted(file for file in found - written if (ROOT / file).is_file() and not is_picture(file))


def is_picture(file: str) -> bool:
    """Whether a file is shown as it is."""
    return file.endswith((".png", ".svg"))


def rules(file: str) -> str:
    """The rules of a game in the language of a file of texts."""
    told = tomllib.loads((ROOT / file).read_text("utf-8"))
    chapters = told.get("rules", {}).values()
    body = (f"## {chapter['title']}\n\n" + "".join(clauses(chapter)) for chapter in chapters)
    return f"# {told['name']}\n\n*{told['summary']}*\n\n" + "\n".join(body)


def clauses(chapter: dict[str, str]) -> Iterator[str]:
    """The clauses of a chapter, each with its number as an anchor."""
    for name, sentence in chapter.items():
        if name != "title":
            yield f'<a id="{name.lower()}"></a>**{name}** {escape(sentence, quote=False)}\n\n'


def source(file: str) -> str:
    """A page that shows a file."""
    return f"# {PurePosixPath(file).name}\n\n`{file}`\n\n" + fenced(file, (ROOT / file).read_text("utf-8"))


def fenced(file: str, text: str) -> str:
    """A text as a block of code, whatever ticks are in it."""
    suffix = PurePosixPath(file).suffix
    return f"``````{LANGUAGES.get(suffix, suffix[1:])}\n{text}\n``````\n"


def made() -> dict[str, str]:
    """The pages that are made, by their places in the site."""
    return {place(file): rules(file) if TEXTS.fullmatch(file) else source(file) for file in shown()}


def relinked(page: str, text: str) -> str:
    """A page of the repository with its links as they are in the site; a link to a folder is only its words."""

    def lead(found: re.Match[str]) -> str:
        mark, words, link, anchor = found.groups()
        if not link:
            return found[0]
        file = target(page, link)
        if (ROOT / file).is_dir():
            return words
        there = os.path.relpath(place(file), PurePosixPath(place(page)).parent).replace(os.sep, "/")
        return f"{mark}[{words}]({there}{anchor or ''})"

    parts, last = [], 0
    for code in FENCE.finditer(text):
        parts += [LINK.sub(lead, text[last : code.start()]), code[0]]
        last = code.end()
    return "".join([*parts, LINK.sub(lead, text[last:])])


# a diagram of who says what to whom, drawn without a library from another server

WIDE, HIGH, TOP = 130, 34, 46
SAID = re.compile(r"(\w+)(-?->>)(\w+): (.+)")


def diagram(found: re.Match[str]) -> str:
    """A sequence diagram in Mermaid's language as a picture."""
    people = dict(re.findall(r"participant (\w+) as (.+)", found[1]))
    across = {name: WIDE // 2 + WIDE * i for i, name in enumerate(people)}
    said = SAID.findall(found[1])
    bottom = TOP + HIGH * len(said) + 8
    lines = [f'<svg class="sequence" viewBox="0 0 {WIDE * len(people)} {bottom}" role="img" aria-label="sequence">']
    lines.append('<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
                 'orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>')  # fmt: skip
    for name, x in across.items():
        label, _, more = people[name].partition(" (")
        lines.append(f'<path class="life" d="M{x} 36V{bottom}"/><text class="who" x="{x}" y="16">{label}</text>')
        lines.append(f'<text x="{x}" y="30">{more.rstrip(")")}</text>')
    for row, (giver, arrow, taker, words) in enumerate(said):
        y, start, end = TOP + HIGH * row + 22, across[giver], across[taker]
        kind = "answer" if arrow.startswith("--") else "call"
        lines.append(f'<path class="{kind}" marker-end="url(#tip)" d="M{start} {y}H{end}"/>')
        lines.append(f'<text x="{(start + end) / 2}" y="{y - 5}">{escape(words)}</text>')
    return "".join([*lines, "</svg>"])


# what MkDocs asks


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made, and those that are not in docs/."""
    from mkdocs.structure.files import File

    for file in outside():
        files.append(File.generated(config, place(file), abs_src_path=str(ROOT / file)))
    for uri, text in made().items():
        files.append(File.generated(config, uri, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Lead links of the repository to their pages, and draw diagrams."""
    uri = page.file.src_uri
    if uri.startswith("source/") or uri in {place(file) for file in shown()}:
        return markdown
    file = uri if uri in outside() else str(DOCS / uri)
    return re.sub(r"^```mermaid\n(.*?)^```$", diagram, relinked(file, markdown), flags=re.MULTILINE | re.DOTALL)
