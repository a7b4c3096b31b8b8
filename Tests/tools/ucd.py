"""What the scripts that write tables of Unicode share: how the Unicode Character Database is read and
how a table is written.

A table is text, so that it costs the Swift compiler nothing; `TableDigits` reads it. A number is
written in base 32, lowest digit first; a digit is one character from "0" up, and a digit that is
not the last of its number has 32 added. A set of scalars is a sequence of (gap, length - 1) pairs.
Line ends do not count.
"""

import collections
import re

LAST = 0x10FFFF


def version(path):
    """The version of the database that a file names in its first line, as `Scripts-17.0.0.txt`."""
    with path.open(encoding="utf-8") as file:
        return re.search(r"-([\d.]+)\.txt", file.readline())[1]


def rows(path):
    """The columns of each line that says something."""
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [column.strip() for column in line.split(";")]


def scalars(column):
    """The scalars of a first column: `0041..005A` or `00AA`."""
    lower, _, upper = column.partition("..")
    return range(int(lower, 16), int(upper or lower, 16) + 1)


def sets_by_value(path, *prefix):
    """The set of scalars of every value (or space-separated values) in the second column.

    With a prefix, of every value behind columns that say just that.
    """
    found = collections.defaultdict(set)
    for first, *values in rows(path):
        if values[: len(prefix)] == list(prefix):
            for name in values[len(prefix)].split():
                found[name].update(scalars(first))
    return found


def ranges(members):
    """A set of scalars as the first and last of each run of neighbours."""
    merged = []
    for scalar in sorted(members):
        if merged and merged[-1][1] + 1 == scalar:
            merged[-1][1] = scalar
        else:
            merged.append([scalar, scalar])
    return merged


def number(value):
    """A number, zero or greater, in digits."""
    digits = []
    while value >= 32:
        digits.append(chr(ord("0") + 32 + value % 32))
        value //= 32
    return "".join(digits) + chr(ord("0") + value)


def encoded(members):
    """A set of scalars in digits."""
    text, position = [], 0
    for lower, upper in ranges(members):
        text.append(number(lower - position) + number(upper - lower))
        position = upper + 1
    return "".join(text)


def folded(text):
    """A text as lines of a Swift literal."""
    return "\n".join("    " + line for line in re.findall(".{1,94}", text))


def source(type_name, summary, fields):
    """A Swift file with one type.

    The summary is lines of documentation; a field is the name of a literal, its documentation and
    its lines.
    """
    lines = [("/// " + line).rstrip() for line in summary] + [f"enum {type_name} {{"]
    for index, (field, comment, body) in enumerate(fields):
        lines += [""] * (index > 0) + [f"  /// {comment}"]
        lines += [f'  static let {field} = #"""', *body, '    """#']
    return "\n".join(lines + ["}"]) + "\n"
