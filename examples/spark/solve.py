"""Solves puzzles on a cluster of Apache Spark: a puzzle a line, an answer a line.

Each partition of the data is piped through `carom solve --jsonl -`, so whatever
Spark does about a worker that is lost, it does about carom.

    spark-submit --master spark://HOST:7077 solve.py PUZZLES ANSWERS

PUZZLES are lines of {"id": …, "text": …}; ANSWERS is a folder that is made.
"""

import os
import sys

from pyspark.sql import SparkSession


def main() -> None:
    puzzles, answers = sys.argv[1:]
    spark = SparkSession.builder.appName("carom").getOrCreate()
    lines = spark.sparkContext.textFile(puzzles, minPartitions=64)
    # A worker knows the path of carom, and whether it keeps answers, from here.
    solved = lines.pipe("carom solve --jsonl --jobs 1 -", env=dict(os.environ))
    solved.saveAsTextFile(answers)
    spark.stop()


if __name__ == "__main__":
    main()
