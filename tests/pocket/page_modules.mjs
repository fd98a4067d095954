// Lets node import the page's own modules as its build does: $page, $generated, names without an ending, files by their address.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const SOURCES = new URL("../../web/src/", import.meta.url);
const PLACES = { $page: SOURCES, $generated: new URL("generated/", SOURCES) };

function placed(name, parent) {
  const [first, ...rest] = name.split("/");
  return PLACES[first] ? new URL(rest.join("/"), PLACES[first]) : new URL(name, parent);
}

registerHooks({
  resolve(name, context, next) {
    if (!/^[.$]/.test(name)) return next(name, context);
    const url = placed(name, context.parentURL);
    return { url: existsSync(fileURLToPath(url)) ? url.href : `${url.href}.ts`, shortCircuit: true };
  },
  load(url, context, next) {
    const [file, query] = url.split("?");
    return query === "url" ? { format: "module", source: `export default ${JSON.stringify(file)};`, shortCircuit: true } : next(url, context);
  },
});

/** Import one of the page's modules. */
export const page = (name) => import(new URL(`${name}.ts`, SOURCES));
