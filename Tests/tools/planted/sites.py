"""Where a bug can stand in Swift sources, and which bug it would be.

A bug is text put around or in place of a token or a statement, on the same line, such that all
bugs stand in one build and only the one that is switched on acts: `planted(7)` says whether the
bug 7 is on. Which operator binds tighter is left to the compiler, since the grammar gets it wrong
here and there: an operator gives way to one of the bug's own, of the same precedence.
"""

from __future__ import annotations

import dataclasses
import pathlib
import random
from typing import Iterator

import tree_sitter
import tree_sitter_swift

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language()))

FUNCTIONS = ("function_declaration", "init_declaration", "computed_property", "computed_getter")
# Numbers that stand in a pattern or in the head of a declaration are no expressions.
NO_EXPRESSION = ("switch_pattern", "enum_entry", "attribute", "type_arguments", "pattern")

# Operator → what stands there instead, the precedence, and the types of the two sides.
_COMPARABLE = ("ComparisonPrecedence", "<T: Comparable>", "T", "T", "Bool")
_EQUATABLE = ("ComparisonPrecedence", "<T: Equatable>", "T", "T", "Bool")
_NUMBER = ("AdditionPrecedence", "<T: AdditiveArithmetic>", "T", "T", "T")
_CHANGE = ("AssignmentPrecedence", "<T: AdditiveArithmetic>", "inout T", "T", "Void")
_LATER = "@autoclosure () throws -> "
OPERATORS = {
    "<": ("<=", *_COMPARABLE),
    "<=": ("<", *_COMPARABLE),
    ">": (">=", *_COMPARABLE),
    ">=": (">", *_COMPARABLE),
    "==": ("!=", *_EQUATABLE),
    "!=": ("==", *_EQUATABLE),
    "&&": ("||", "LogicalConjunctionPrecedence", "", "Bool", _LATER + "Bool", "Bool"),
    "||": ("&&", "LogicalDisjunctionPrecedence", "", "Bool", _LATER + "Bool", "Bool"),
    "+": ("-", *_NUMBER),
    "-": ("+", *_NUMBER),
    "+=": ("-=", *_CHANGE),
    "-=": ("+=", *_CHANGE),
}


@dataclasses.dataclass
class Bug:
    """One change: `count` bytes at `offset` of a file become `text`, which holds `{number}`."""

    path: str
    function: str
    line: int
    offset: int
    count: int
    text: str
    words: str
    operator: str = ""
    number: int = -1

    def written(self) -> str:
        """The text that is put there."""
        return self.text.format(number=self.number, symbol=symbol(self.number))


def symbol(number: int) -> str:
    """An operator of a bug's own: its number in binary."""
    return "⊛" + f"{number:b}".replace("0", "∘").replace("1", "∙")


def declaration(bug: Bug) -> str:
    """The operator of a bug, declared; empty for a bug that needs none."""
    if bug.operator == "!":
        return (
            f"prefix operator {symbol(bug.number)}\n"
            f"prefix func {symbol(bug.number)} (right: Bool) -> Bool "
            f"{{ planted({bug.number}) ? right : !right }}\n"
        )
    if not bug.operator:
        return ""
    other, precedence, generic, left, right, result = OPERATORS[bug.operator]
    lazy = right.startswith(_LATER)
    take, mark, throws = ("right()", "try ", "rethrows ") if lazy else ("right", "", "")
    sides = [f"left {operator} {take}" for operator in (other, bug.operator)]
    body = (
        f"if planted({bug.number}) {{ {sides[0]} }} else {{ {sides[1]} }}"
        if result == "Void"
        else f"{mark}planted({bug.number}) ? {sides[0]} : {sides[1]}"
    )
    return (
        f"infix operator {symbol(bug.number)}: {precedence}\n"
        f"func {symbol(bug.number)} {generic}(left: {left}, right: {right}) "
        f"{throws}-> {result} {{ {body} }}\n"
    )


def functions(path: pathlib.Path, root: pathlib.Path) -> list[list[Bug]]:
    """For each function of a file that has a place for one, the bugs that can stand in it."""
    tree = PARSER.parse(path.read_bytes())
    name = str(path.relative_to(root))
    bodies = [node for node in _below(tree.root_node) if node.type in FUNCTIONS]
    found = [list(_bugs(body, name)) for body in bodies]
    return [bugs for bugs in found if bugs]


def choice(bugs: list[Bug], chance: random.Random) -> Bug:
    """One of a function's bugs: each way of being wrong is as likely as any other."""
    kinds = sorted({bug.words for bug in bugs})
    kind = chance.choice(kinds)
    return chance.choice([bug for bug in bugs if bug.words == kind])


def _below(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    yield node
    for child in node.children:
        yield from _below(child)


def _inside(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The nodes of a function without those of functions inside it."""
    for child in node.children:
        if child.type not in FUNCTIONS and child.type not in NO_EXPRESSION:
            yield child
            yield from _inside(child)


def _title(node: tree_sitter.Node) -> str:
    """What a function is called; for an accessor the property that it belongs to."""
    holder = node
    while holder is not None:
        name = holder.child_by_field_name("name")
        if name is not None:
            return name.text.decode()
        holder = holder.parent
    return "subscript"


def _result(function: tree_sitter.Node) -> str:
    """The type that a function returns, as it is written; empty if it returns nothing."""
    if function.type == "init_declaration":
        return ""
    if function.type == "function_declaration":
        head = function.text[: function.child_by_field_name("body").start_byte - function.start_byte]
        _, arrow, result = head.decode().rpartition("-> ")
        return result.partition(" where ")[0].strip() if arrow else ""
    holder = function.parent
    while holder is not None and holder.type not in ("property_declaration", "subscript_declaration"):
        holder = holder.parent
    types = [child for child in holder.children if child.type == "type_annotation"] if holder else []
    return types[0].text.decode().lstrip(": ") if types else ""


def _bugs(function: tree_sitter.Node, path: str) -> Iterator[Bug]:
    body = function.child_by_field_name("body") or function
    title = _title(function)

    def bug(node: tree_sitter.Node, text: str, words: str, operator: str = "") -> Bug:
        return Bug(
            path, title, node.start_point[0] + 1, node.start_byte,
            node.end_byte - node.start_byte, text, words, operator,
        )  # fmt: skip

    for node in _inside(body):
        yield from _token_bugs(node, bug)
        yield from _condition_bugs(node, bug)
        if node.parent.type == "statements":
            yield from _statement_bugs(node, function, bug)


def _token_bugs(node, bug) -> Iterator[Bug]:
    parent = node.parent
    # Strings and lists can be added, but not subtracted.
    is_text = any(child.type.endswith("string_literal") for child in parent.children)
    if node.type in OPERATORS and parent.child_count == 3 and not is_text:
        other = OPERATORS[node.type][0]
        yield bug(node, "{symbol}", f"{node.type} is {other}", node.type)
    elif node.type == "bang" and parent.type == "prefix_expression":
        yield bug(node, "{symbol}", "! is left out", "!")
    elif node.type == "boolean_literal" and not _is_room(node):
        yield bug(node, f"(planted({{number}}) != {_braced(node)})", "true and false change places")
    elif node.type == "integer_literal" and node.text.isdigit():
        value = int(node.text)
        yield bug(node, f"(planted({{number}}) ? {value + 1} : {value})", "a number is one more")


def _condition_bugs(node, bug) -> Iterator[Bug]:
    parent = node.parent
    if parent.type not in ("if_statement", "guard_statement", "while_statement"):
        return
    field = parent.field_name_for_child(parent.children.index(node))
    binds = any(child.type in ("=", "value_binding_pattern") for child in parent.children)
    if node.is_named and field == "condition" and not binds:
        yield bug(node, f"(planted({{number}}) != ({_braced(node)}))", "a condition is negated")


def _statement_bugs(node, function, bug) -> Iterator[Bug]:
    around = node.parent.parent
    alone = len([child for child in node.parent.children if child.type != "comment"]) == 1
    is_last_of_function = around.parent == function or around == function
    left_out = f"if !planted({{number}}) {{{{ {_braced(node)} }}}}"
    is_act = node.type in ("call_expression", "assignment") and not node.text.startswith(b"defer")
    # Room kept in advance is nothing that anybody could miss.
    if is_act and b".reserveCapacity(" not in node.text:
        gives = alone and (_result(function) or around.type == "lambda_literal")
        sets_up = function.type == "init_declaration" and node.type == "assignment"
        if not gives and not sets_up:
            yield bug(node, left_out, "a statement is left out")
    if node.type != "control_transfer_statement" or around.type == "guard_statement":
        return
    word = node.children[0].type
    if word in ("return", "continue") and not is_last_of_function:
        yield bug(node, left_out, f"a {word} is left out")
    if word == "return" and len(node.children) > 1 and not _is_in_closure(node, function):
        value, result = _braced(node.children[1]), _result(function)
        told = "return planted({number}) "
        if result.endswith("?") and value != "nil":
            yield bug(node, f"{told}? nil : ({value})", "nothing is returned")
        if result.startswith("[") and result.endswith("]"):
            yield bug(node, f"{told}? [] : ({value})", "an empty list is returned")
        if result == "Bool":
            yield bug(node, f"{told}!= ({value})", "a returned Bool is negated")


def _is_room(node: tree_sitter.Node) -> bool:
    """Whether it only says that memory is kept for later."""
    return b"keepingCapacity" in node.parent.text


def _is_in_closure(node: tree_sitter.Node, function: tree_sitter.Node) -> bool:
    while node != function:
        if node.type == "lambda_literal":
            return True
        node = node.parent
    return False


def _braced(node: tree_sitter.Node) -> str:
    """The text of a node, safe in a format string."""
    return node.text.decode().replace("{", "{{").replace("}", "}}")
