import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:8642"; // `brelan serve` beside `npm run dev`

export default defineConfig({
  base: "/",
  plugins: [svelte()],
  build: {
    outDir: "../src/brelan/web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
