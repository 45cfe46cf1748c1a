"""Adds the manifest, the README and the licences to the built npm package."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import arguments  # noqa: E402
import metadata  # noqa: E402
import npm  # noqa: E402


def main() -> None:
    out = arguments.parser(__doc__, "out").parse_args().out
    about = metadata.read()
    description = "Check, format, edit, play and solve sliding-robot puzzles in the browser"
    said = npm.manifest(about, "carom-wasm", description)
    said |= {
        "keywords": [*about.keywords, "wasm"],
        "type": "module",
        "main": "index.js",
        "types": "carom.d.ts",
        "exports": {
            ".": {"types": "./carom.d.ts", "node": "./node.js", "default": "./index.js"},
            "./carom_bg.wasm": "./carom_bg.wasm",
        },
        "files": ["index.js", "node.js", "carom.js", "carom.d.ts", "carom_bg.wasm"],
        "sideEffects": ["./node.js"],
    }
    for file in ["README.md", "src/index.js", "src/node.js"]:
        shutil.copy(HERE / file, out)
    npm.finish(out, said)
    # wasm-bindgen describes the raw memory, which is nobody's interface.
    (out / "carom_bg.wasm.d.ts").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
