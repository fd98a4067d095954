// Draws every card of every game once, as the page draws it, for whoever shows cards without the page: notebooks.
// node faces.js FILE CARDS      CARDS holds {game: {folder, cards: [card, ..]}}; writes {game: {back, cards: {card: svg}}}
//
// A face is a few drawings, each placed by the style of its class in hundredths of the card's width (cqw). Here they
// become one drawing of 100 by 140, so that it stands in any document.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createServer } from "vite";

const [WIDE, HIGH, PRINT, PAPER] = [100, 140, "#2b2219", "#fffaf0"];
const [file, cards] = process.argv.slice(2);
const wanted = JSON.parse(readFileSync(cards, "utf8"));
const server = await createServer({
  configFile: false, appType: "custom", logLevel: "warn", optimizeDeps: { noDiscovery: true },
  plugins: [svelte({ emitCss: false, compilerOptions: { css: "injected" } })],
  resolve: { alias: { $page: "/src", $generated: process.env.BRELAN_GENERATED ?? "/src/generated" } },
  server: { middlewareMode: true, ws: false, watch: null, fs: { strict: false } },
});
Object.assign(globalThis, { // what the page asks its browser for; here nobody has chosen anything
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  document: { documentElement: { dataset: {}, style: {}, classList: { toggle() {} } }, addEventListener() {} },
});
const { render } = await server.ssrLoadModule("svelte/server");

async function part(folder, name) {
  const own = join(dirname(resolve(cards)), folder, "web", name);
  return (await server.ssrLoadModule(existsSync(own) ? `/@fs/${own}` : `/src/games/plain/${name}`)).default;
}

const tidy = (html) => html.replace(/<!--.*?-->|\/\*.*?\*\//gs, "").replace(/\s+/g, " ").replace(/> </g, "><").trim();
const number = (text, whole) => (text?.endsWith("%") ? (whole * parseFloat(text)) / 100 : text === undefined ? undefined : parseFloat(text));

function stylesOf(head) {
  const found = {};
  const large = tidy(head).replace(/@container[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g, ""); // without what small cards look like
  for (const [, name, rules] of large.matchAll(/\.([\w-]+)\.svelte-\w+ ?\{([^}]*)\}/g))
    found[name] = Object.fromEntries(rules.split(";").filter((rule) => rule.includes(":")).map((rule) => rule.split(/:(.*)/s, 2).map((word) => word.trim())));
  return found;
}

/** Where a drawing lies: by its style, its height and width as the shape of its contents has them. */
function placed(style, view) {
  const [, , w, h] = view.split(/[ ,]+/).map(Number);
  if (style.inset === "0") return [0, 0, WIDE, HIGH];
  const size = number(style["font-size"]);
  const [wide, high] = size === undefined ? [number(style.width, WIDE), (number(style.width, WIDE) * h) / w] : [(size * w) / h, size];
  const across = style["justify-content"] === "center" ? (WIDE - wide) / 2 : (number(style.left) ?? WIDE - number(style.right) - wide);
  return [across, number(style.top) ?? HIGH - number(style.bottom) - high, wide, high];
}

const PIECE = /<span class="([\w-]+) svelte-\w+"(?: style="color: ?([^;"]+);?")?>(<svg .*?<\/svg>)<\/span>|(<svg .*?<\/svg>)/gs;

function drawn(Part, props) {
  const { head, body } = render(Part, { props });
  const styles = stylesOf(head);
  const pieces = [...tidy(body).matchAll(PIECE)].map(([, held, ink, inner, alone]) => {
    const [, attributes, content] = (inner ?? alone).match(/^<svg ([^>]*)>(.*)<\/svg>$/s);
    const get = (name) => attributes.match(new RegExp(`(?:^| )${name}="([^"]*)"`))?.[1];
    const own = held ?? get("class")?.split(" ")[0];
    const style = styles[own] ?? { inset: "0" };
    const [x, y, width, height] = placed(style, get("viewBox")).map((value) => Math.round(100 * value) / 100);
    const stretched = get("preserveAspectRatio") ? ' preserveAspectRatio="none"' : "";
    const strokes = held ? ` fill="none" stroke="${ink ?? style.color ?? PRINT}" stroke-width="${get("stroke-width")}" stroke-linecap="round" stroke-linejoin="round" overflow="visible"` : "";
    return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${get("viewBox")}"${stretched}${strokes}>${content}</svg>`;
  });
  if (!pieces.length) throw new Error(`nothing was drawn: ${body}`);
  return `<rect width="${WIDE}" height="${HIGH}" fill="${PAPER}"/>${pieces.join("")}`.replace(/><\/(rect|path|circle)>/g, "/>");
}

const out = {};
for (const [game, one] of Object.entries(wanted)) {
  const [Face, Back] = [await part(one.folder, "Face.svelte"), await part(one.folder, "Back.svelte")];
  out[game] = { back: drawn(Back, {}), cards: Object.fromEntries(one.cards.map((card) => [card, drawn(Face, { card })])) };
}
writeFileSync(file, JSON.stringify(out));
await server.close();
