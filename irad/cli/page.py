"""One HTML page with a column per stage: a click on a value marks it wherever it occurs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

_WORDS = "define declare load store call br ret phi select switch getelementptr alloca fadd fsub fmul fdiv fneg icmp fcmp"
_TOKEN = re.compile(
    r'(?P<value>[%@](?:"[^"\n]*"|[-\w$.]+))|(?P<comment>;[^\n]*)|(?P<label>^[-\w$.]+:)'
    rf"|(?P<word>\b(?:{_WORDS.replace(' ', '|')})\b)",
    re.M,
)


def page(title: str, stages: Sequence[tuple[str, str]]) -> str:
    """The page, complete in itself."""
    boxes = "".join(
        f'<label><input type="checkbox" value="stage-{name}" checked> {html.escape(name)}</label>' for name, _ in stages
    )
    columns = "".join(
        f'<section id="stage-{name}"><h2>{html.escape(name)} <small>{text.count(chr(10))} lines</small></h2>'
        f"<pre>{_marked(text)}</pre></section>"
        for name, text in stages
    )
    template = Template(Path(__file__).with_suffix(".html").read_text())
    return template.substitute(title=html.escape(title), boxes=boxes, columns=columns)


def _marked(text: str) -> str:
    out, at = [], 0
    for m in _TOKEN.finditer(text):
        out.append(html.escape(text[at : m.start()]))
        kind = {"value": "v", "comment": "c", "label": "l", "word": "w"}[str(m.lastgroup)]
        out.append(f'<span class="{kind}">{html.escape(m[0])}</span>')
        at = m.end()
    return "".join([*out, html.escape(text[at:])])
