"""What bodies that nobody reads name."""

from __future__ import annotations

from irad.ir.attribute_set import AttributeSet
from irad.ir.reader import mentions, read_module
from irad.ir.reader.mentions import metadata_of, with_metadata, with_names, without_groups

BODY = '''  %p = call ptr @"odd name()"(ptr @taken, i32 3) #7, !dbg !12
  %q = call double %p(double 0.0), !note !{!"@not me !9 #7"}
  ret ptr @text'''
MODULE = f"""
@taken = global i32 0
@text = private constant [8 x i8] c"call @no"
declare ptr @"odd name()"(ptr, i32)
define ptr @f() {{
{BODY}
}}
"""


def test_names_calls_and_pointers() -> None:
    fn = read_module(MODULE, bodies=False).functions["f"]
    found = mentions(fn)
    assert fn.body == BODY and not fn.blocks
    assert (found.called, found.taken, found.through_pointer) == ({"odd name()"}, {"taken", "text"}, True)


def test_what_stands_in_strings_is_no_name() -> None:
    assert list(metadata_of(BODY)) == ["!12"]
    assert with_metadata(BODY, {"!12": "!40", "!9": "!1"}) == BODY.replace("!12", "!40")
    assert with_names(BODY, {"text": "other", "not": "x"}) == BODY.replace("@text", "@other")
    assert without_groups(BODY, {"#7": AttributeSet(["nounwind", "cold"])}) == BODY.replace(") #7", ") nounwind cold")


def test_attributes_with_several_pairs_of_numbers() -> None:
    words = ["noundef", "initializes((8, 16), (24, 40))", "range(i64 -1, 5)", "captures(none)", "align 8"]
    assert list(AttributeSet.parse(" ".join(words))) == words
