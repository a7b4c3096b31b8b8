"""Records on a Spark cluster, held to a form by the program `fieldd` on each executor.

    checked = check(spark, records, "signup.fields.json")
    checked.rejects.write.parquet("rejects")
    checked.counts.show()

As a job: `spark-submit fieldd_spark.py --form signup.fields.json --out FOLDER INPUT`, where INPUT is
NDJSON, or with --parquet Parquet whose columns are the values.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import ArrayType, IntegerType, LongType, StringType, StructField, StructType

PROBLEM = StructType(
    [StructField(name, StringType()) for name in ("key", "path", "severity", "code", "message", "data")]
)
REJECT = StructType(
    [
        StructField("partition", IntegerType()),
        StructField("number", LongType()),
        StructField("record", StringType()),
        StructField("problems", ArrayType(PROBLEM)),
    ]
)


@dataclass(frozen=True)
class Checked:
    """What has become of records.

    `rejects` has the records in which something is wrong, as they were written, each with its
    partition, its number in it from 0, and its problems; `counts` how often each code was found for
    each field.
    """

    rejects: DataFrame
    counts: DataFrame


def check(
    spark: SparkSession,
    records: DataFrame,
    form: str | Path,
    program: str | Path | None = None,
    *,
    partial: bool = False,
) -> Checked:
    """Holds a DataFrame's records to a form, partition by partition.

    `records` has one column of JSON texts, each of which is a record by itself; blank ones are none, as blank
    lines of a file are none. Of other DataFrames `from_columns` makes such. `program`
    is the static binary, which is sent to the executors with the form; unless it is given, it is the
    one in `PATH`. `partial` says that the records are parts of records: what they lack is fine.
    """
    (column,) = records.columns
    found = program or shutil.which("fieldd")
    if found is None:
        raise FileNotFoundError("fieldd is not in PATH; `program` says where it is")
    for path in (found, form):
        spark.sparkContext.addFile(str(Path(path).resolve()))
    # What is below runs there.
    spark.sparkContext.addPyFile(__file__)
    names = (Path(found).name, Path(form).name)
    rejects = records.select(sql.col(column)).rdd.map(lambda row: row[0]).mapPartitionsWithIndex(
        lambda index, texts: _check_partition(index, texts, *names, ["--partial"] if partial else [])
    )
    table = spark.createDataFrame(rejects, REJECT).cache()
    each = table.select(sql.explode("problems").alias("problem"))
    counts = each.groupBy("problem.key", "problem.code").count().orderBy(sql.desc("count"), "key", "code")
    return Checked(table, counts)


def from_columns(table: DataFrame, keys: Mapping[str, str] | None = None) -> DataFrame:
    """The rows of a table as records: its columns are values, under their names or other keys.

    What is null is left out of the record, as an empty field may be.
    """
    names = {name: name for name in table.columns} | dict(keys or {})
    # A backtick in a name is written twice between backticks.
    quoted = {name: "`" + name.replace("`", "``") + "`" for name in names}
    columns = [sql.col(quoted[name]).alias(key) for name, key in names.items() if name in table.columns]
    return table.select(sql.to_json(sql.struct(*columns)).alias("record"))


class _Lines:
    """The texts of a partition as lines of a stream in which no record can take in another.

    A line that begins with `{` begins a record. Any other might go on with the one above or be the beginning
    of the one below, so there is an empty record on both sides of it.
    """

    def __init__(self, texts: Iterable[str | None]) -> None:
        self._texts = texts
        # Which records of the stream are none of the partition: those between texts, and in place of blank ones.
        self._between = array("q")
        self._blank = array("q")

    def __iter__(self) -> Iterator[str]:
        yield from self._apart(0)
        count = 1
        for text in self._texts:
            # Lines end with a line feed alone. In its place a carriage return means the same to JSON: white space
            # between values, a mistake in a text.
            line = "null" if text is None else text.replace("\n", "\r")
            if line.startswith("{"):
                yield line
                count += 1
            elif not line.strip(" \t\r"):
                self._blank.append(count)
                yield _EMPTY
                count += 1
            else:
                yield from self._apart(count)
                yield line
                yield from self._apart(count + 2)
                count += 3

    def _apart(self, number: int) -> Iterator[str]:
        self._between.append(number)
        yield _EMPTY

    def number(self, record: int) -> int | None:
        """The number in the partition of a record of the stream; None for one that is none of it."""
        between = bisect_left(self._between, record)
        blank = bisect_left(self._blank, record)
        is_own = record not in (*self._between[between : between + 1], *self._blank[blank : blank + 1])
        return record - between if is_own else None


_EMPTY = "{}"


def _check_partition(
    index: int, texts: Iterable[str], program: str, form: str, options: list[str]
) -> Iterator[tuple]:
    """What is wrong in a partition, by one process that is told its records as they come."""
    binary = Path(SparkFiles.get(program))
    if not os.access(binary, os.X_OK):
        binary.chmod(0o755)
    with tempfile.TemporaryDirectory() as folder:
        fail = Path(folder) / "fail"
        command = [binary, "check", "--form", SparkFiles.get(form), "--format", "ndjson", "--fail", fail, *options]
        with (Path(folder) / "findings").open("w+b") as findings:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=findings, stderr=subprocess.PIPE)
            broken: list[BaseException] = []
            lines = _Lines(texts)
            writer = threading.Thread(target=_write, args=(lines, process.stdin, broken))
            writer.start()
            complaint = process.stderr.read().decode()
            status = process.wait()
            writer.join()
            if broken:
                raise broken[0]
            if status > 1:
                raise RuntimeError(f"fieldd check ended with {status}: {complaint}")
            findings.seek(0)
            with fail.open(encoding="utf-8", errors="replace", newline="\n") as rejected:
                for record, text, problems in _rejects(findings, rejected):
                    number = lines.number(record)
                    if number is not None:
                        yield index, number, text, problems


def _write(lines: Iterable[str], pipe: BinaryIO, broken: list[BaseException]) -> None:
    try:
        with pipe:
            for line in lines:
                pipe.write(line.encode("utf-8", "surrogatepass") + b"\n")
    except BrokenPipeError:
        # Why the process has ended is told by its status.
        pass
    except BaseException as error:
        broken.append(error)


def _rejects(findings: Iterable[bytes], rejected: Iterable[str]) -> Iterator[tuple[int, str, list[tuple]]]:
    """The rejected records, each with what was found in it; both are in the records' order."""
    texts = iter(rejected)
    told = map(json.loads, findings)
    for record, group in groupby(told, lambda finding: finding["record"]):
        problems = [_problem(finding) for finding in group]
        # Who has warnings alone was not rejected.
        if any(severity == "error" for _, _, severity, *_ in problems):
            yield record, next(texts).rstrip("\n"), problems


def _problem(finding: Mapping[str, Any]) -> tuple:
    data = json.dumps(finding["data"]) if "data" in finding else None
    return (*(finding.get(name) for name in ("key", "path", "severity", "code", "message")), data)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input", nargs="+")
    parser.add_argument("--form", required=True)
    parser.add_argument("--out", required=True, help="a folder that takes rejects and counts")
    parser.add_argument("--program", help="the binary, unless it is in PATH")
    parser.add_argument("--parquet", action="store_true", help="INPUT is Parquet, its columns are values")
    parser.add_argument("--partial", action="store_true", help="what a record lacks is fine")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("fieldd check").getOrCreate()
    records = from_columns(spark.read.parquet(*options.input)) if options.parquet else spark.read.text(options.input)
    checked = check(spark, records, options.form, options.program, partial=options.partial)
    checked.rejects.write.mode("overwrite").json(f"{options.out}/rejects")
    checked.counts.coalesce(1).write.mode("overwrite").json(f"{options.out}/counts")
    count = checked.rejects.count()
    checked.counts.show(truncate=False)
    print(f"{count} records rejected")
    spark.stop()
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
