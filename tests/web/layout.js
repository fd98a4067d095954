// What is wrong with the layout of a table as it is: parts that overlap, what lies outside, text that is cut.
() => {
  const bad = [];
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => box(element).width > 1 && box(element).height > 1 && element.checkVisibility({ visibilityProperty: true });
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(shown);
  const named = (element) => `${element.dataset.box ?? element.getAttribute("class") ?? element.tagName} "${(element.textContent ?? "").trim().slice(0, 24)}"`;
  const meet = (a, b, slack) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
  const apart = (parts, slack, what) => parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
    if (!a.contains(b) && !b.contains(a) && meet(box(a), box(b), slack)) bad.push(`${what}: ${named(a)} on ${named(b)}`);
  }));
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const scrolls = (element, root) => { for (let e = element; e && e !== root; e = e.parentElement) if (/auto|scroll/.test(getComputedStyle(e).overflow)) return true; return false; };

  apart(all("[data-box]"), 1, "overlap");
  for (const need of ["bar", "table", "say"]) if (!all(`[data-box=${need}]`).length) bad.push(`missing: ${need}`);
  const cards = all(".hand .held .card"), buttons = all(".actions .button"), sentence = all(".say p");
  for (const part of [...cards, ...buttons, ...all("[data-box], .tools .button, .seat .head")])
    if (!within(box(part), screen, 1)) bad.push(`outside the screen: ${named(part)}`);
  for (const part of document.querySelectorAll(".hand .held, .actions .button")) if (!shown(part)) bad.push(`hidden: ${named(part)}`);
  for (const card of cards) for (const other of [...buttons, ...sentence])
    if (meet(box(card), box(other), 2)) bad.push(`a card on ${named(other)}`);
  const frame = document.querySelector(".frame");
  if (frame.scrollHeight > frame.clientHeight + 1 || (document.documentElement.scrollHeight > innerHeight + 1 && !document.querySelector(".below"))) bad.push("the room scrolls");

  const table = document.querySelector(".table"), inner = box(table);
  for (const part of all(".middle *", table)) {
    if (part.closest("svg")?.parentElement.closest(".middle") && part.tagName !== "svg") continue;
    if (scrolls(part.parentElement, table) || part.closest(".hidden") || part.matches(".hidden")) continue;
    const leaf = part.matches(".card, svg, button, b, small, p, h3, img") || (part.children.length === 0 && part.textContent.trim());
    if (leaf && !within(box(part), inner, 4)) bad.push(`outside the table: ${named(part)} ${[inner.left - box(part).left, inner.top - box(part).top, box(part).right - inner.right, box(part).bottom - inner.bottom].map(Math.round)}`);
  }
  const read = all(".middle *", table).filter((part) => !part.closest(".hidden, .card, svg, .scroll") && !scrolls(part.parentElement, table) && [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  const extents = read.map((part) => { const range = new Range(); range.selectNodeContents(part); return range.getBoundingClientRect(); });
  const drawn = all(".middle :is(.card, .tile, .rack)", table).filter((part) => !scrolls(part.parentElement, table));
  read.forEach((part, i) => {
    for (const other of drawn) if (!other.contains(part) && !part.matches(".count, .counts") && meet(extents[i], box(other), 3)) bad.push(`words under a card: ${named(part)} under ${named(other)}`);
    extents.slice(i + 1).forEach((extent, k) => { if (meet(extents[i], extent, 3) && !part.contains(read[i + 1 + k])) bad.push(`words on words: ${named(part)} on ${named(read[i + 1 + k])}`); });
  });
  for (const card of all(".middle .pile", table)) for (const rack of all(".middle .rack", table)) if (meet(box(card), box(rack), 1)) bad.push(`a pile on the rack: ${named(card)}`);

  for (const head of all(".seat.other .head, .seat.other .lines, .seat.other .count")) if (meet(box(head), inner, 3)) bad.push(`a seat on the table: ${named(head)}`);
  apart(all(".seat.other .lines, .seat.me .lines"), 1, "names");

  for (const text of all(".actions .button, .say p, .bar h1, .seat .name, .middle button, .middle p, .middle h3, .middle .state, .sheet h2, .big, .less .button")) {
    if (text.closest(".hidden") || (text.matches(".middle *") && scrolls(text, table))) continue;
    const direct = text.matches(".state") || [...text.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const range = new Range();
    range.selectNodeContents(text);
    const extent = range.getBoundingClientRect();
    if (direct && getComputedStyle(text).overflow !== "visible" && (text.scrollWidth > text.clientWidth + 1 || extent.width > box(text).width + 0.1)) bad.push(`cut: ${named(text)}`);
    if (direct && text.matches(".button") && (extent.width > box(text).width - 8 || extent.height > box(text).height + 1)) bad.push(`larger than its button: ${named(text)}`);
  }
  for (const line of sentence) if (!within(box(line), box(line.closest(".say")), 3)) bad.push(`the sentence does not fit: ${named(line)}`);
  return bad;
}
