#!/usr/bin/env python3
"""Remakes the golden files of the assembler's language: python3 tests/golden/make_asm.py

Needs binutils-mipsel-linux-gnu 2.40, gcc-mipsel-linux-gnu and qemu-user (Debian packages). The tests read only the files that this
script leaves behind.

  asm/snippets.txt      small sources -> asm/snippets.gold: sections and symbols that GNU as and ld make of them
  asm/messages.txt      small sources -> asm/messages.gold: line, kind and words of each message of GNU as
  gcc/*.c               C programs -> gcc/*.s: what gcc -S makes of them, gcc/*.hex: the sections after GNU as and ld, and
                        gcc/*.out: what they print on qemu-mipsel, and their exit code
  c/*.c                 C programs for the line of README -> elf/*.elf: what that line makes of them (without -g), and c/*.out
  elf/*.elf             some of gcc/*.c linked as executables, and small files that cannot run here
  elf/*.lines           the source line of each of their instructions, as addr2line tells it
"""

import itertools
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
GNU = "mipsel-linux-gnu-"
AS = [GNU + "as", "-mips32r2", "-mfp32", "-G0", "-O0", "-mno-shared", "-mno-fix-loongson3-llsc"]
# Appended to each snippet by the tests, so that there is something to execute.
TAIL = ".text\n__tail: b __tail\n"

# The layout of our assembler: text at 0x1000, then data, read-only data and bss, each at a multiple of 16.
LINK = """
SECTIONS {
  .text 0x1000 : { *(.text .text.*) }
  .data ALIGN(16) : { *(.data .mine .data.* .sdata .sdata.*) }
  .rodata ALIGN(16) : { *(.rodata .rodata.* .rdata .rdata.*) }
  .bss ALIGN(16) : { *(.bss .bss.* .sbss .sbss.*) *(.scommon COMMON) }
  /DISCARD/ : { *(*) }
}
"""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def link(d: pathlib.Path, source: str, flags=()) -> str:
    """Addresses and contents of the linked sections as text."""
    (d / "link.x").write_text(LINK)
    (d / "s").write_text(source)
    run(*AS, *flags, "-o", d / "o", d / "s")
    run(GNU + "ld", "-T", d / "link.x", "-e", "0x1000", "-o", d / "elf", d / "o")
    headers = {line.split()[1]: line.split() for line in run(GNU + "objdump", "-h", d / "elf").splitlines()
               if re.match(r" *\d+ \.", line)}
    lines = []
    for section in [".text", ".data", ".rodata"]:
        if section not in headers or int(headers[section][2], 16) == 0:
            continue
        run(GNU + "objcopy", "-O", "binary", "-j", section, d / "elf", d / "bin")
        lines.append(f"@{headers[section][3]}")
        data = (d / "bin").read_bytes()
        words = [data[i:i + 4].hex() for i in range(0, len(data), 4)]
        for word, same in itertools.groupby(words):
            count = len(list(same))
            lines += [f"{word} x{count}"] if count > 4 else [word] * count
    return "\n".join(lines) + "\n"


def symbols(d: pathlib.Path) -> str:
    rows = [line.split() for line in run(GNU + "nm", d / "elf").splitlines()]
    return "".join(f"{row[2]} {row[0]}\n" for row in sorted(rows, key=lambda r: r[-1]) if len(row) == 3)


def messages(d: pathlib.Path, source: str) -> str:
    """The messages of GNU as about a source, one line each."""
    (d / "s").write_text(source)
    said = subprocess.run([*AS, "-o", d / "o", d / "s"], capture_output=True, text=True).stderr
    rows = re.findall(r"^[^:\n]*:(\d+): (Warning|Error): (.*)$", said, flags=re.M)
    return "".join(f"{line} {kind.lower()} {words}\n" for line, kind, words in rows)


def readme_line() -> list[str]:
    """The words of README's line for C."""
    text = (HERE.parent.parent / "README.md").read_text()
    return re.search(r"```console\n(mipsel-linux-gnu-gcc .*?)```", text, re.S).group(1).replace("\\\n", " ").split()


def c_programs(d: pathlib.Path):
    """What README's line makes of programs, and what they print on qemu."""
    for source in sorted((HERE / "c").glob("*.c")):
        names = {"program.elf": [HERE / "elf" / f"{source.stem}.elf"], "program.c": [source], "-g": [],
                 "-o": ["-Wl,--build-id=none", "-o"]}
        command = [word for words in readme_line() for word in names.get(words, [words])]
        subprocess.run(command, check=True, cwd=HERE.parent.parent, stderr=subprocess.DEVNULL)
        run(GNU + "gcc", "-O1", "-DQEMU", "-nostdlib", "-static", "-mno-abicalls", "-fno-pic", "-mfp32", "-march=mips32r2", "-G0",
            "-fno-builtin", "-o", d / "elf", source, HERE.parent.parent / "core/lib/memory.c", "-lgcc")
        result = subprocess.run(["qemu-mipsel", "-cpu", "24Kf", d / "elf"], capture_output=True, text=True)
        source.with_suffix(".out").write_text(f"{result.stdout}exit {result.returncode}\n")


def elves(d: pathlib.Path):
    """Executables to load, and others to refuse."""
    out = HERE / "elf"
    flags = ["-march=mips32r2", "-mfp32", "-mhard-float", "-mno-abicalls", "-fno-pic", "-G0", "-ffreestanding", "-nostdlib",
             "-static", "-no-pie", "-Wl,--build-id=none", "-Wl,-Ttext=0x1000", "-Wl,-z,noexecstack",
             "-Wl,-z,max-page-size=4096"]
    for name, more in [("lines", ["-O0", "-g"]), ("lines4", ["-Og", "-gdwarf-4"]), ("calc", ["-O2"]), ("newton", ["-O0"])]:
        source = HERE / "gcc" / f"{name.removesuffix('4')}.c"
        command = [GNU + "gcc", *flags, *more, f"-fdebug-prefix-map={source.parent}=.", "-Wl,-e,main"]
        subprocess.run([*command, "-o", out / f"{name}.elf", source.name], check=True, cwd=source.parent)
        # The source line of each instruction, as GNU reads the same file.
        if name.startswith("lines"):
            text = run(GNU + "objdump", "-d", out / f"{name}.elf")
            addresses = re.findall(r"^ *([0-9a-f]+):\t", text, flags=re.M)
            told = run(GNU + "addr2line", "-e", out / f"{name}.elf", *addresses).splitlines()
            rows = [f"{addr} {place.split(' ')[0].rpartition('/')[2]}\n" for addr, place in zip(addresses, told)]
            (out / f"{name}.lines").write_text("".join(rows))
    (d / "s").write_text(".globl __start\n__start: b __start\n.data\n.word 1\n.comm c, 64\n")
    cases = {
        "big-endian": (["-EB", "-mips32r2", "-32"], ["-m", "elf32btsmip", "-Ttext=0x1000"]),
        "sixty-four": (["-mips64r2", "-64"], ["-m", "elf64ltsmip", "-Ttext=0x1000"]),
        "n32": (["-mips64r2", "-n32"], ["-m", "elf32ltsmipn32", "-Ttext=0x1000"]),
        "release-6": (["-mips32r6", "-32"], ["-Ttext=0x1000"]),
        "micromips": (["-mips32r2", "-mmicromips"], ["-Ttext=0x1000"]),
        "mips16": (["-mips32r2", "-mips16"], ["-Ttext=0x1000"]),
        "nan2008": (["-mips32r2", "-mnan=2008"], ["-Ttext=0x1000"]),
        "fp64": (["-mips32r2", "-mfp64"], ["-Ttext=0x1000"]),
        "far-away": (["-mips32r2", "-mfp32"], []),
        "shared": (["-mips32r2", "-mfp32"], ["-shared"]),
        "pie": (["-mips32r2", "-mfp32", "-KPIC"], ["-pie", "--no-dynamic-linker"]),
        "stripped": (["-mips32r2", "-mfp32"], ["-Ttext=0x1000", "-s"]),
    }
    for name, (assemble, linking) in cases.items():
        run(GNU + "as", *assemble, "-mno-shared" if "-64" not in assemble and "-n32" not in assemble else "-O0",
            "-o", d / "o", d / "s")
        run(GNU + "ld", *linking, "-z", "max-page-size=4096", "-e", "__start", "-o", out / f"{name}.elf", d / "o")
        if name == "release-6":
            (out / "object.elf").write_bytes((d / "o").read_bytes())


def main():
    with tempfile.TemporaryDirectory() as directory:
        d = pathlib.Path(directory)
        gold = []
        for snippet in re.split(r"^== ", (HERE / "asm/snippets.txt").read_text(), flags=re.M)[1:]:
            name, source = snippet.split("\n", 1)
            try:
                gold.append(f"== {name}\n{link(d, source + TAIL)}symbols\n{symbols(d)}")
            except subprocess.CalledProcessError as error:
                print(f"{name}: {error.stderr}")
        (HERE / "asm/snippets.gold").write_text("".join(gold))
        said = re.split(r"^== ", (HERE / "asm/messages.txt").read_text(), flags=re.M)[1:]
        parts = [snippet.split("\n", 1) for snippet in said]
        (HERE / "asm/messages.gold").write_text("".join(f"== {name}\n{messages(d, text)}" for name, text in parts))
        elves(d)
        c_programs(d)
        print(len(gold), "snippets")
        for source in sorted((HERE / "gcc").glob("*.c")):
            for level in ["-O0", "-O2"]:
                out = source.with_name(f"{source.stem}{level}.s")
                command = [GNU + "gcc", "-S", level, "-march=mips32r2", "-mfp32", "-mhard-float", "-mno-abicalls",
                           "-fno-pic", "-G0", "-ffreestanding", "-fno-merge-constants",
                           "-fno-tree-loop-distribute-patterns", "-o", out.name, source.name]
                if source.stem == "lines":
                    command[1:1] = ["-g", f"-fdebug-prefix-map={source.parent}=."]
                subprocess.run(command, check=True, cwd=source.parent)
                out.with_suffix(".hex").write_text(link(d, out.read_text()))
            flags = ["-O1", "-DQEMU", "-nostdlib", "-static", "-mno-abicalls", "-fno-pic", "-mfp32", "-march=mips32r2"]
            run(GNU + "gcc", *flags, "-G0", "-ffreestanding", "-o", d / "elf", source)
            result = subprocess.run(["qemu-mipsel", "-cpu", "24Kf", d / "elf"], capture_output=True, text=True)
            source.with_suffix(".out").write_text(f"{result.stdout}exit {result.returncode}\n")


if __name__ == "__main__":
    main()
