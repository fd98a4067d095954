/** The little of Markdown that the rules are written in: headings, paragraphs, clauses, slanted words, lists. */

export interface Span {
  text: string;
  slanted: boolean;
}
export type Part = { kind: "heading"; text: string } | { kind: "paragraph"; clause: string; spans: Span[] };

const CLAUSE = /^\*\*([RT]\d+)\*\*\s*/;
const plain = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`]|\*\*/g, "");

/** Slanted words stand between single stars. */
function spans(text: string): Span[] {
  return text.split("*").map((piece, i) => ({ text: plain(piece), slanted: i % 2 === 1 })).filter((span) => span.text);
}

/** A text in its parts. */
export function parts(text: string): Part[] {
  const blocks = text.split(/\n\s*\n|\n(?=- )/).map((block) => block.replace(/\s*\n\s*/g, " ").trim()).filter(Boolean);
  return blocks.map((block) => {
    if (block.startsWith("#")) return { kind: "heading", text: plain(block.replace(/^#+\s*/, "")) };
    const clause = CLAUSE.exec(block)?.[1] ?? "";
    return { kind: "paragraph", clause, spans: spans(block.replace(CLAUSE, "").replace(/^- /, "· ").replaceAll("**", "")) };
  });
}
