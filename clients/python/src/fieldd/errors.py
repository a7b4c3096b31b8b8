"""What can go wrong between a program and the daemon.

An act that the daemon refuses is none of these: it is an `Outcome` that says why.
"""

from __future__ import annotations


class DaemonError(Exception):
    """Anything that goes wrong with the daemon."""


class DaemonNotFound(DaemonError):
    """The command that should start the daemon can't be run."""


class DaemonEnded(DaemonError):
    """The daemon is gone; what was asked of it stays unanswered."""


class RequestError(DaemonError):
    """The daemon answered a request with an error: it made no sense, or came at the wrong time."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class AnswerError(DaemonError):
    """The daemon answered a request with something that can't be read."""
