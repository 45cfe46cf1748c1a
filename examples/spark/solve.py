"""Solves puzzles on a cluster of Apache Spark: a puzzle a line, an answer a line.

Each partition of the data is piped through `carom solve --jsonl -`. Spark repeats the
partition if its worker is lost or carom fails.

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
    # Status 1 means that some puzzles have no solution. Any other means that answers are
    # missing.
    command = "sh -c 'carom solve --jsonl --jobs 1 -; test $? -le 1'"
    # A worker takes the path of carom, and the settings of its cache, from here.
    solved = lines.pipe(command, env=dict(os.environ), checkCode=True)
    solved.saveAsTextFile(answers)
    spark.stop()


if __name__ == "__main__":
    main()
