"""Records on a cluster, a small one of two threads, with the binary sent to its executors."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import PROJECT, need

sys.path.insert(0, str(PROJECT / "clients" / "spark"))

FORM = {
    "fields": [
        {"key": "name", "kind": "entry", "label": "Name", "required": True, "maxLength": 8},
        {"key": "age", "kind": "entry", "label": "Age", "value": "integer"},
    ]
}


@pytest.fixture(scope="module", autouse=True)
def java() -> Iterator[None]:
    """Java compiles a little, and quickly: what runs so short a time never earns more."""
    need("java")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        yield


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A cluster in this process."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("test")
    session = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2").getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def form(tmp_path: Path) -> Path:
    """A form in a file."""
    path = tmp_path / "a.fields.json"
    path.write_text(json.dumps(FORM))
    return path


def test_a_cluster_says_what_one_process_says(fieldd: str, spark: Any, form: Path, tmp_path: Path) -> None:
    from fieldd_spark import check

    records = [
        json.dumps({"name": "Ada" * (1 + number % 4), "age": number if number % 5 else str(number), "x": number % 3})
        for number in range(3000)
    ]
    records[7] = '{"name": '
    stream = tmp_path / "records.ndjson"
    stream.write_text("\n".join(records) + "\n")
    command = [fieldd, "check", "--form", form, "--format", "ndjson", "--fail", tmp_path / "fail", stream]
    one = subprocess.run(command, capture_output=True, text=True, check=False)
    findings = [json.loads(line) for line in one.stdout.splitlines()]
    failed = (tmp_path / "fail").read_text().splitlines()

    checked = check(spark, spark.createDataFrame([(it,) for it in records], "value string").repartition(1), form, fieldd)
    assert [row.record for row in checked.rejects.orderBy("partition", "number").collect()] == failed
    parts = spark.sparkContext.parallelize([(it,) for it in records], 7).toDF("value string")
    checked = check(spark, parts, form, fieldd)
    rows = checked.rejects.orderBy("partition", "number").collect()
    assert [row.record for row in rows] == failed
    assert len({row.partition for row in rows}) == 7
    rejected = {it["record"] for it in findings if it["severity"] == "error"}
    told = [
        (problem.key, problem.path, problem.severity, problem.code, problem.message)
        for row in rows
        for problem in row.problems
    ]
    names = ("key", "path", "severity", "code", "message")
    assert told == [tuple(it.get(name) for name in names) for it in findings if it["record"] in rejected]
    counts = {(row["key"], row["code"]): row["count"] for row in checked.counts.collect()}
    assert counts == Counter((key, code) for key, _, _, code, _ in told)


# A row, and the code of what is found in it.
APART = [
    ('{"name":', "syntax"),
    ('{"name":"x"', "syntax"),
    ("", None),
    (' "y"}', "syntax"),
    ("[1,", "syntax"),
    ('{"name":"Ada"}', None),
    ('{"name":[{"a":1}', "syntax"),
    ("[5]", "notARecord"),
    ("]}", "syntax"),
    (' {"name":"much too long"}', "tooLong"),
    (" \t\r", None),
    ('{"name":"a"}{"name":"b"}', "syntax"),
    ('{"name":\n"Eva"}', None),
    ("{}", "valueMissing"),
    (None, "notARecord"),
]


@pytest.mark.parametrize("first", range(0, len(APART), 4))
def test_no_row_is_half_of_another(fieldd: str, spark: Any, form: Path, first: int) -> None:
    """What stands in a row alone decides about it, whatever the rows above and below."""
    from fieldd_spark import check

    rows = APART[first:] + APART[:first]
    records = spark.createDataFrame([(row,) for row, _ in rows], "value string").repartition(1)
    rejects = check(spark, records.coalesce(1), form, fieldd).rejects.orderBy("number").collect()
    told = {row.number: (row.record, {it.code for it in row.problems}) for row in rejects}
    order = [row[0] for row in records.collect()]
    wanted = {number: code for number, text in enumerate(order) if (code := dict(APART)[text])}
    assert {number: code for number, (_, (code,)) in told.items()} == wanted
    assert [text.strip() for text, _ in told.values()] == [(order[it] or "null").strip() for it in wanted]


def test_the_columns_of_a_table_are_values(fieldd: str, spark: Any, form: Path, tmp_path: Path) -> None:
    from fieldd_spark import check, from_columns

    table = spark.createDataFrame([("Ada", 36), ("much too long", None), (None, 3)], "person string, age int")
    # The default needs a library that not every system has.
    table.write.option("compression", "gzip").parquet(str(tmp_path / "people"))
    people = spark.read.parquet(str(tmp_path / "people"))
    rejects = check(spark, from_columns(people, {"person": "name"}), form, fieldd).rejects.collect()
    found = {row.record: [it.code for it in row.problems] for row in rejects}
    assert found == {'{"name":"much too long"}': ["tooLong"], '{"age":3}': ["valueMissing"]}


def test_what_goes_wrong_on_an_executor_is_told(fieldd: str, spark: Any, form: Path) -> None:
    from fieldd_spark import check

    form.with_name("broken.fields.json").write_text('{"fields": [{}]}')
    records = spark.createDataFrame([("{}",)], "value string")
    with pytest.raises(Exception, match="has errors, so records can't be checked"):
        check(spark, records, form.with_name("broken.fields.json"), fieldd).rejects.collect()


def test_it_runs_as_a_job(fieldd: str, form: Path, tmp_path: Path) -> None:
    (tmp_path / "in.ndjson").write_text('{"name": "Ada"}\n{"age": "x"}\n')
    script = PROJECT / "clients" / "spark" / "fieldd_spark.py"
    command = [sys.executable, "-B", script, "--form", form, "--program", fieldd, "--out", tmp_path / "out"]
    done = subprocess.run([*command, tmp_path / "in.ndjson"], capture_output=True, text=True, timeout=240)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 records rejected" in done.stdout
    (part,) = (tmp_path / "out" / "rejects").glob("part-*.json")
    assert json.loads(part.read_text())["record"] == '{"age": "x"}'
