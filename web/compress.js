// Finishes a built page: the service worker's list of files, the page one folder down, and everything compressed once
// instead of for everybody who comes (src/brelan/server/page.py serves it).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minifySync } from "vite";

const [folder] = process.argv.slice(2);
const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));

const page = readFileSync(join(folder, "index.html"), "utf8");
writeFileSync(join(folder, "table.html"), page.replaceAll('"./', '"/')); // at /t/TABLE

const kept = files().filter((name) => statSync(join(folder, name)).isFile() && !/\.(br|gz)$|^(stamp\.txt|offline\.js)$/.test(name)).sort();
const hash = createHash("sha256");
for (const name of kept) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
const worker = readFileSync(new URL("./offline.js", import.meta.url), "utf8");
const list = { VERSION: hash.digest("hex").slice(0, 16), FILES: kept };
const listed = Object.entries(list).reduce((text, [name, value]) => text.replace(`"${name}"`, JSON.stringify(value)), worker);
writeFileSync(join(folder, "offline.js"), minifySync("offline.js", listed).code);

for (const name of files()) {
  if (!/\.(js|css|html|json|svg|webmanifest|wasm|md)$/.test(name)) continue;
  const file = join(folder, name);
  const text = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}
