"""Platforms, and how LLVM compiles a game for each."""

from typing import NamedTuple

import llvmlite.binding as llvm


class Target(NamedTuple):
    """A platform: its names in zig and LLVM, the baseline processor, the library's extension, and the wheel tag."""

    zig: str
    triple: str
    cpu: str
    ending: str
    wheel: str
    features: str = ""


TARGETS = {
    "linux-x86_64": Target(
        "x86_64-linux-gnu.2.28", "x86_64-unknown-linux-gnu", "x86-64-v2", ".so", "manylinux_2_28_x86_64"
    ),
    "linux-aarch64": Target(
        "aarch64-linux-gnu.2.28", "aarch64-unknown-linux-gnu", "generic", ".so", "manylinux_2_28_aarch64"
    ),
    "macos-arm64": Target("aarch64-macos.11.0", "arm64-apple-macosx11.0.0", "apple-m1", ".dylib", "macosx_11_0_arm64"),
    "macos-x86_64": Target(
        "x86_64-macos.11.0", "x86_64-apple-macosx11.0.0", "x86-64-v2", ".dylib", "macosx_11_0_x86_64"
    ),
    "windows-x86_64": Target("x86_64-windows-gnu", "x86_64-w64-windows-gnu", "x86-64-v2", ".dll", "win_amd64"),
    "wasm": Target(
        "wasm32-freestanding",
        "wasm32-unknown-unknown",
        "mvp",
        ".wasm",
        "",
        "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext",
    ),
}
WASM = "wasm"

# Counts references to arrays, as numba's code asks for it. Inlined, it hides nothing from LLVM; pages want small code.
COUNTING = """
declare void @NRT_Free(ptr)
define void @NRT_incref(ptr %piece) {inline} {{
  %none = icmp eq ptr %piece, null
  br i1 %none, label %done, label %some
some:
  %count = load i64, ptr %piece
  %more = add i64 %count, 1
  store i64 %more, ptr %piece
  br label %done
done:
  ret void
}}
define void @NRT_decref(ptr %piece) {inline} {{
  %none = icmp eq ptr %piece, null
  br i1 %none, label %done, label %some
some:
  %count = load i64, ptr %piece
  %less = add i64 %count, -1
  store i64 %less, ptr %piece
  %last = icmp eq i64 %less, 0
  br i1 %last, label %free, label %done
free:
  call void @NRT_Free(ptr %piece)
  br label %done
done:
  ret void
}}
"""


def machine(target: Target) -> llvm.TargetMachine:
    """Return LLVM's target machine for a platform."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    kind = llvm.Target.from_triple(target.triple)
    return kind.create_target_machine(cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="default")


def object_file(target: Target, exports: str, names: set[str], texts: list[str]) -> bytes:
    """Link all texts into one module in which only the entry points are visible, and compile it to an object."""
    made = machine(target)
    # parsed for each platform, with its data layout: structures are aligned alike for 32 and 64 bits
    head = f'target triple = "{target.triple}"\ntarget datalayout = "{made.target_data}"\n'
    whole = llvm.parse_assembly(head + exports)
    for text in texts:
        whole.link_in(llvm.parse_assembly(head + text))
    for value in [*whole.functions, *whole.global_variables]:
        if value.name in names and target.ending == ".dll":
            value.storage_class = "dllexport"
        elif not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    optimise(whole, made, prune=True)
    inline = "noinline" if target.ending == ".wasm" else "alwaysinline"
    whole.link_in(llvm.parse_assembly(head + COUNTING.format(inline=inline)))
    for name in ("NRT_incref", "NRT_decref"):
        whole.get_function(name).linkage = "internal"
    optimise(whole, made, prune=False)
    return bytes(made.emit_object(whole))


def optimise(whole: llvm.ModuleRef, made: llvm.TargetMachine, prune: bool) -> None:
    """Run all of LLVM's passes: reference counting can be pruned once everything is inlined."""
    builder = llvm.create_pass_builder(made, llvm.create_pipeline_tuning_options(speed_level=3))
    passes = builder.getModulePassManager()
    if prune:
        passes.add_refprune_pass()
    passes.run(whole, builder)
    whole.verify()
