"""Reads texts, a line of base64 each, with the reader that is named, and says of each whether it was accepted."""
import ast
import base64
import json
import re
import sqlite3
import sys
import warnings
import xml.etree.ElementTree

warnings.simplefilter("ignore")


def sql(text):
    connection = sqlite3.connect(":memory:")
    connection.executescript(text.decode())
    connection.close()


readers = {
    "json": json.loads,
    "xml": xml.etree.ElementTree.fromstring,
    "sql": sql,
    "regex": lambda text: re.compile(text.decode()),
    "calc": lambda text: ast.parse(text.decode()),
}

read = readers[sys.argv[1]]
for line in sys.stdin:
    try:
        read(base64.b64decode(line))
        print("accepted")
    except Exception as error:
        print(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
