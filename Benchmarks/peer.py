"""Validators that Python programs use, on a stream of records; runs in the Python of the peers.

Each line of standard input is a job: a validator, a schema, a stream, how often, and at which place in
a record the part is that is validated. Each gets one line: the seconds of each run, and the numbers of
the records that are wrong; or why this validator can't do the job.
"""

from __future__ import annotations

import datetime
import functools
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Union

import orjson

Json = Any
IsWrong = Callable[[Any], bool]
# What HTML takes as an e-mail address, and the beginning of any URL, where a model has no formats.
PATTERNS = {
    "email": r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$",
    "uri": r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$",
}
TYPES = {"string": str, "integer": int, "number": float, "boolean": bool}
KNOWN = {
    "type", "properties", "required", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
    "multipleOf", "items", "maxItems", "minItems",
}  # fmt: skip


class InexpressibleError(Exception):
    """A model can't ask for this."""


def iter_errors(schema: Json) -> IsWrong:
    import jsonschema_rs

    errors = jsonschema_rs.validator_for(schema, validate_formats=True).iter_errors
    return lambda record: bool(list(errors(record)))


def is_valid(schema: Json) -> IsWrong:
    import jsonschema_rs

    is_valid = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid
    return lambda record: not is_valid(record)


def raises(error: type[Exception], check: Callable[[Any], object]) -> IsWrong:
    """What a validator refuses that raises an error."""

    def is_wrong(record: Any) -> bool:
        try:
            check(record)
        except error:
            return True
        return False

    return is_wrong


def fastjsonschema(schema: Json) -> IsWrong:
    import fastjsonschema

    return raises(fastjsonschema.JsonSchemaException, fastjsonschema.compile(schema))


def reading(_: Json) -> IsWrong:
    return lambda record: False


def msgspec(schema: Json) -> IsWrong:
    import msgspec

    decoder = msgspec.json.Decoder(Structs().value(schema))
    return raises(msgspec.ValidationError, decoder.decode)


def pydantic(schema: Json) -> IsWrong:
    import pydantic

    validator = Models().value(schema).__pydantic_validator__
    return raises(pydantic.ValidationError, validator.validate_json)


class Types:
    """The types of Python that ask for what a schema asks for."""

    def constrained(self, kind: Any, schema: Json) -> Any:
        raise NotImplementedError

    def object(self, schema: Json) -> Any:
        raise NotImplementedError

    def value(self, schema: Json) -> Any:
        if unknown := set(schema) - KNOWN:
            raise InexpressibleError(f"no model has {', '.join(sorted(unknown))}")
        if not schema:
            return Any
        if "enum" in schema:
            return Literal[tuple(schema["enum"])]
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        made = [self.of_type(kind, schema) for kind in kinds if kind != "null"]
        return functools.reduce(lambda one, other: Union[one, other], [*made, *([None] if "null" in kinds else [])])

    def of_type(self, kind: str, schema: Json) -> Any:
        if kind == "object":
            return self.object(schema)
        if kind == "array":
            return self.constrained(list[self.value(schema["items"])], schema)
        if schema.get("format") == "date":
            return datetime.date
        if schema.get("format") == "date-time":
            return datetime.datetime
        if "format" in schema:
            if schema["format"] not in PATTERNS:
                raise InexpressibleError(f"no model has the format {schema['format']}")
            schema = schema | {"pattern": PATTERNS[schema["format"]]}
        return self.constrained(TYPES[kind], schema)


class Structs(Types):
    """Those of msgspec."""

    NAMES = {
        "minLength": "min_length", "maxLength": "max_length", "pattern": "pattern", "minimum": "ge", "maximum": "le",
        "multipleOf": "multiple_of", "minItems": "min_length", "maxItems": "max_length",
    }  # fmt: skip

    def constrained(self, kind: Any, schema: Json) -> Any:
        import msgspec

        limits = {name: schema[keyword] for keyword, name in self.NAMES.items() if keyword in schema}
        return Annotated[kind, msgspec.Meta(**limits)] if limits else kind

    def object(self, schema: Json) -> Any:
        import msgspec

        required = [(name, self.value(schema["properties"][name])) for name in schema.get("required", [])]
        others = [
            (name, Union[self.value(inner), msgspec.UnsetType], msgspec.UNSET)
            for name, inner in schema["properties"].items()
            if name not in schema.get("required", [])
        ]
        return msgspec.defstruct("Record", [*required, *others])


class Models(Types):
    """Those of Pydantic, strict, so that no text becomes a number."""

    def constrained(self, kind: Any, schema: Json) -> Any:
        import pydantic

        limits = {name: schema[keyword] for keyword, name in Structs.NAMES.items() if keyword in schema}
        return Annotated[kind, pydantic.Field(**limits)] if limits else kind

    def object(self, schema: Json) -> Any:
        import pydantic

        required = schema.get("required", [])
        # A default is not validated, so null is refused where the schema refuses it.
        fields = {
            name: (self.value(inner), ... if name in required else None) for name, inner in schema["properties"].items()
        }
        return pydantic.create_model("Record", __config__=pydantic.ConfigDict(strict=True), **fields)


READERS = {
    "iter_errors": iter_errors, "is_valid": is_valid, "fastjsonschema": fastjsonschema, "orjson": reading,
}  # fmt: skip
DECODERS = {"msgspec": msgspec, "pydantic": pydantic}


def lines_of(stream: str) -> Iterator[bytes]:
    """The records of a stream as they are written."""
    with open(stream, "rb") as file:
        for line in file:
            if line == b"[\n":
                raise InexpressibleError("a list of records is one value, which is wrong as a whole")
            yield line


def records_of(stream: str) -> Iterator[Json]:
    """The records, read."""
    with open(stream, "rb") as file:
        if file.read(1) == b"[":
            file.seek(0)
            yield from orjson.loads(file.read())
            return
        file.seek(0)
        yield from map(orjson.loads, file)


def done(job: Json) -> Json:
    """The seconds of each run, and the numbers of the wrong records."""
    kind, stream = job["kind"], job["stream"]
    is_wrong = (READERS | DECODERS)[kind](job["schema"])
    read = records_of if kind in READERS else lines_of
    seconds: list[float] = []
    wrong: list[int] = []
    for _ in range(job["times"]):
        start = time.perf_counter()
        wrong = [number for number, record in enumerate(read(stream)) if is_wrong(record)]
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, "wrong": wrong}


def main() -> None:
    """Does each job; what a validator can't do is said in its place."""
    for line in sys.stdin:
        try:
            answer = done(json.loads(line))
        except Exception as problem:  # noqa: BLE001
            answer = {"problem": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
