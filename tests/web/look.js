// What is wrong with a screen as it is: text that is cut, parts that lie over each other or outside; in a room also hand and buttons off the screen.
(room) => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const own = (one) => one.closest(".hidden, .card, .table, .hand, .seat, svg, select, textarea, [inert]") || getComputedStyle(one).clipPath === "inset(50%)"; // the room's own parts have a test of their own
  const rounded = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  const faults = [];
  function shown(box, from) { // what is left of it inside of all that scrolls; null where it is scrolled away
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let one = from; one && one !== document.documentElement; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (![overflowX, overflowY].some((how) => how === "auto" || how === "scroll")) continue;
      const hole = one.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, hole.left), Math.max(top, hole.top), Math.min(right, hole.right), Math.min(bottom, hole.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
  }
  function cut(box, from) {
    for (let one = from; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one), hole = one.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowX) && (box.left < hole.left - 1.5 || box.right > hole.right + 1.5)) return one;
      if (["hidden", "clip"].includes(overflowY) && (box.top < hole.top - 3 || box.bottom > hole.bottom + 3)) return one;
      if ([overflowX, overflowY].some((how) => how === "auto" || how === "scroll")) return null;
    }
    return null;
  }
  const parts = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const of = node.parentElement, text = node.data.trim();
    if (!text || !seen(of) || own(of)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      if (cut(box, of)) faults.push(`cut: ${text} (${rounded(box)})`);
      const left = shown(box, of);
      if (left) parts.push({ what: text, of, box: left, text: true });
    }
  }
  for (const of of root.querySelectorAll("button, a, select, input, textarea")) {
    const box = shown(of.getBoundingClientRect(), of);
    if (box && seen(of) && !own(of.parentElement)) parts.push({ what: of.getAttribute("aria-label") ?? of.className, of, box, text: false });
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`wider than the screen by ${wide}`);
  parts.forEach((a, i) => {
    if (a.box.left < -1 || a.box.right > innerWidth + 1) faults.push(`outside: ${a.what} (${rounded(a.box)})`);
    for (const b of parts.slice(i + 1)) {
      if (a.of.contains(b.of) || b.of.contains(a.of) || a.of.closest("label")?.contains(b.of)) continue;
      const [x, y] = [Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left), Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)];
      if (x > 1.5 && y > (a.text && b.text ? 4 : 2)) faults.push(`${a.what} (${rounded(a.box)}) lies over ${b.what} (${rounded(b.box)})`);
    }
  });
  if (room) {
    for (const one of document.querySelectorAll(".actions .button, .held:not([inert]), .speech, .teacher")) {
      const box = one.getBoundingClientRect();
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) faults.push(`off the screen: ${one.className} (${rounded(box)})`);
    }
  }
  return faults;
}
