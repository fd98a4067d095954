import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

const SERVER = "http://127.0.0.1:8642"; // `brelan serve` beside `npm run dev`

const { BRELAN_GENERATED } = loadEnv("", ".", "BRELAN_"); // what python -m brelan.build.page wrote, if it is not here

export default defineConfig({
  base: "./", // the page can lie in any folder
  worker: { format: "es" },
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` } })],
  resolve: { alias: { $page: "/src", $generated: BRELAN_GENERATED ?? "/src/generated" } },
  build: {
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: /\/web\/src\/(?!class|alerts|profile|review|generated)|node_modules/, minShareCount: 2, priority: 1 }] } } }, // what several pages use is one file
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } }, fs: { strict: false } }, // games may be in any folder
});
