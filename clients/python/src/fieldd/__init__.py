"""Forms that the daemon fieldd keeps live: drafts, limits, rules, states and autofill."""

from pkgutil import extend_path

from .closures import AutofillSource, Check, Query, Validator
from .daemon import Daemon
from .delegate import Delegate
from .errors import (
    AnswerError,
    DaemonEnded,
    DaemonError,
    DaemonNotFound,
    RequestError,
)
from .facts import (
    Autofill,
    Color,
    Conversion,
    Counter,
    Diagnostic,
    Dropped,
    EntryPlace,
    Format,
    Group,
    Kind,
    Layout,
    ListNews,
    Loss,
    ManualEntry,
    Match,
    Placement,
    Problem,
    Reason,
    RecordProblem,
    RecordVerdict,
    Repetition,
    Report,
    ReportEntry,
    Row,
    State,
    Title,
    ToolbarItem,
    Trigger,
    Unchecked,
    Validation,
    Verdict,
)
from .field import Field
from .form import Change, Event, Form, FormError, Stream
from .lists import Entry, EntryList
from .outcome import Committed, Outcome, Refused
from .records import Checker, Lines

# `fieldd.fill` is a distribution of its own.
__path__ = extend_path(__path__, __name__)

__all__ = [
    "AnswerError",
    "Autofill",
    "AutofillSource",
    "Change",
    "Check",
    "Checker",
    "Color",
    "Committed",
    "Conversion",
    "Counter",
    "Daemon",
    "DaemonEnded",
    "DaemonError",
    "DaemonNotFound",
    "Delegate",
    "Diagnostic",
    "Dropped",
    "Entry",
    "EntryList",
    "EntryPlace",
    "Event",
    "Field",
    "Form",
    "FormError",
    "Format",
    "Group",
    "Kind",
    "Layout",
    "Lines",
    "ListNews",
    "Loss",
    "ManualEntry",
    "Match",
    "Outcome",
    "Placement",
    "Problem",
    "Query",
    "Reason",
    "RecordProblem",
    "RecordVerdict",
    "Refused",
    "Repetition",
    "Report",
    "ReportEntry",
    "RequestError",
    "Row",
    "State",
    "Stream",
    "Title",
    "ToolbarItem",
    "Trigger",
    "Unchecked",
    "Validation",
    "Validator",
    "Verdict",
]
