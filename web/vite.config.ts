import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv, type Plugin } from "vite";

const SERVER = "http://127.0.0.1:8642"; // `brelan serve` beside `npm run dev`

const FILE = "assets/[name]-[hash:6]"; // longer names would only weigh more: the list of files to keep offline has all of them
const NAMES = { entryFileNames: `${FILE}.js`, chunkFileNames: `${FILE}.js`, assetFileNames: `${FILE}[extname]` };

const { BRELAN_GENERATED } = loadEnv("", ".", "BRELAN_"); // what python -m brelan.build.page wrote, if it is not here

/** All of this page is written for Svelte 5 and drawn in the browser, by modules that load nothing else: what serves other pages goes. */
const onlyWhatIsUsed: Plugin[] = [
  {
    name: "svelte-flags",
    apply: "build",
    transform: {
      filter: { id: /svelte\/src\/internal\/(client\/dom\/hydration|flags\/index)\.js$/ },
      handler(code) {
        const fixed = code.replace(/export let (hydrating|\w+_mode_flag) = false/g, "export const $1 = false").replace(/^\t(hydrating|\w+_mode_flag) = \w+;$/gm, "");
        if (fixed === code) this.error("Svelte has its flags elsewhere by now");
        return { code: fixed, map: null };
      },
    },
  },
  {
    name: "svelte-errors", // their names say enough
    apply: "build",
    transform: { filter: { id: /svelte\/src\/internal\/(client|shared)\/errors\.js$/ }, handler: (code) => ({ code: code.replaceAll("https://svelte.dev/e/", ""), map: null }) },
  },
  {
    name: "no-hydration", // these calls do something only while the page takes over what a server drew
    apply: "build",
    enforce: "post",
    transform: { filter: { id: /\.svelte$/ }, handler: (code) => ({ code: code.replace(/^\s*\$\.(reset|next)\([^()]*\);$/gm, ""), map: null }) },
  },
  {
    name: "no-preload",
    apply: "build",
    enforce: "pre",
    load: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => "export const __vitePreload = (load) => load();" },
  },
];

const scopes = new Map<string, string>();
/** A short class for the styles of a component, and of no other. */
function scope({ hash, css, filename }: { hash(text: string): string; css: string; filename: string }): string {
  const found = `s${hash(css).slice(0, 3)}`;
  const owner = scopes.get(found) ?? filename;
  if (owner !== filename) throw new Error(`${filename} and ${owner} share the class ${found}: change either's style`);
  scopes.set(found, filename);
  return found;
}

export default defineConfig({
  base: "./", // the page can lie in any folder
  worker: { format: "es", rolldownOptions: { output: { ...NAMES, comments: false } } },
  plugins: [onlyWhatIsUsed, svelte({ compilerOptions: { runes: true, cssHash: scope } })],
  resolve: { alias: { $page: "/src", $generated: BRELAN_GENERATED ?? "/src/generated" } },
  build: {
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: false,
    target: "es2022",
    cssTarget: ["chrome111", "firefox121", "safari16.4"], // the first with :has(), container units and oklch()
    rolldownOptions: {
      output: {
        ...NAMES,
        codeSplitting: {
          groups: [
            { name: "page", test: /\/web\/src\/(?!class|alerts|profile|review|generated)|node_modules/, priority: 1 }, // what everybody needs is one file
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { strict: false } }, // games may be in any folder
});
