// Compresses the built page once, instead of for everybody who comes: src/brelan/server/page.py serves it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("../src/brelan/web/", import.meta.url);
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
  const file = new URL(name, folder);
  const text = readFileSync(file);
  writeFileSync(new URL(`${file}.br`), brotliCompressSync(text));
  writeFileSync(new URL(`${file}.gz`), gzipSync(text, { level: 9 }));
}
