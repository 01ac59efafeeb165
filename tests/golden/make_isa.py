#!/usr/bin/env python3
"""Remakes the golden files of the instruction set: python3 tests/golden/make_isa.py

Needs binutils-mipsel-linux-gnu 2.40, gcc-mipsel-linux-gnu and qemu-user 7.2 (Debian packages) and cargo. The tests read only
the files that this script leaves behind.

  isa/words.txt  every instruction as our disassembler writes it, with the word that GNU as makes of that text
  isa/float.txt  results and FCSR of the floating-point unit, and results of integer instructions of Release 2, from
                 isa/float.c on qemu-mipsel -cpu 24Kf
"""

import pathlib
import struct
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent / "isa"
GNU = "mipsel-linux-gnu-"


def words(directory: pathlib.Path) -> str:
    samples = subprocess.run(["cargo", "run", "--quiet", "-p", "mcore-tests", "--bin", "isa_samples"],
                             check=True, capture_output=True, text=True, cwd=HERE).stdout.splitlines()
    head = [".set noreorder", ".set noat", ".set nomacro", ".globl main", "main:"]
    (directory / "s").write_text("\n".join(head + samples) + "\n")
    subprocess.run([GNU + "as", "-mips32r2", "-mfp32", "-O0", "-mno-shared", "-mno-fix-loongson3-llsc", "--fatal-warnings",
                    "-o", directory / "o", directory / "s"], check=True)
    subprocess.run([GNU + "ld", "-Ttext", "0x1000", "-e", "main", "-o", directory / "elf", directory / "o"], check=True)
    subprocess.run([GNU + "objcopy", "-O", "binary", "-j", ".text", directory / "elf", directory / "bin"], check=True)
    data = (directory / "bin").read_bytes()
    found = struct.unpack_from(f"<{len(samples)}I", data)
    return "".join(f"{word:08x} {text}\n" for word, text in zip(found, samples, strict=True))


def floats(directory: pathlib.Path) -> str:
    subprocess.run([GNU + "gcc", "-static", "-O1", "-march=mips32r2", "-mfp32", "-mhard-float", "-o", directory / "float",
                    HERE / "float.c"], check=True)
    run = ["qemu-mipsel", "-cpu", "24Kf", directory / "float"]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def main():
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        (HERE / "float.txt").write_text(floats(directory))
        (HERE / "words.txt").write_text(words(directory))


if __name__ == "__main__":
    main()
