"""Elicitations of the Model Context Protocol, asked and answered with live forms.

A server asks by a field document (`Elicitation`, `Asking`); a client has a person fill in what it
is asked (`Answering` with a face, such as `TerminalFace`).
"""

from .answering import Answering, Declined, Face, Question
from .asking import (
    Accepted,
    Answer,
    Asking,
    Elicitation,
    Refused,
    SecretAsked,
    Unanswered,
    Unaskable,
)
from .faces import FunctionFace, TerminalFace, WebFace

__all__ = [
    "Accepted",
    "Answer",
    "Answering",
    "Asking",
    "Declined",
    "Elicitation",
    "Face",
    "FunctionFace",
    "Question",
    "Refused",
    "SecretAsked",
    "TerminalFace",
    "Unanswered",
    "Unaskable",
    "WebFace",
]
