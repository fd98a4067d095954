// The service worker: everything the page is made of is kept, so that it opens without a network. A new version waits
// until the page asks for it; what is asked of a server is never kept.
const version = "VERSION";
const files = "FILES";
const CACHE = `brelan-${version}`;
const root = new URL("./", self.location);
const known = new Map(files.map((name) => [new URL(name, root).href, name]));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files.map((name) => new Request(new URL(name, root), { cache: "no-cache" })))));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("brelan-") && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("message", ({ data }) => {
  if (data === "update") void self.skipWaiting();
});

/** The file an address of the page stands for, or undefined for what is a server's. */
function fileOf({ url, mode }) {
  const address = new URL(url);
  address.hash = address.search = "";
  if (address.href === root.href) return "index.html";
  if (mode === "navigate" && new RegExp("^(t/[^/]+|class(/[^/]*)?)/?$").test(address.href.slice(root.href.length))) return "table.html";
  return known.get(address.href);
}

self.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? fileOf(event.request) : undefined;
  if (name) event.respondWith(caches.open(CACHE).then((cache) => cache.match(new URL(name, root))).then((found) => found ?? fetch(event.request)));
});

// An alert: it is somebody's turn. One tap leads to the table, another mutes it.
self.addEventListener("push", (event) => {
  const { table, title, body, mute, quiet } = event.data?.json() ?? {};
  if (!table) return;
  void self.navigator.setAppBadge?.(1);
  event.waitUntil(self.registration.showNotification(title, { body, tag: table, silent: quiet, icon: "icon-192.png", data: { table }, actions: [{ action: "mute", title: mute }] }));
});

/** Mute a table: the address of this browser is proof enough. */
async function mute(table) {
  const found = await self.registration.pushManager.getSubscription();
  if (!found) return;
  const body = JSON.stringify({ endpoint: found.endpoint });
  await fetch(`/api/tables/${encodeURIComponent(table)}/alerts/mute`, { method: "POST", headers: { "content-type": "application/json" }, body });
}

/** Come back to a table: to its page if that is open, or to a new one. */
async function visit(table) {
  const place = new URL(`t/${encodeURIComponent(table)}`, root).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => url.split("#")[0] === place);
  return open ? open.focus() : self.clients.openWindow(place);
}

self.addEventListener("notificationclick", (event) => {
  const { table } = event.notification.data ?? {};
  event.notification.close();
  if (table) event.waitUntil(event.action === "mute" ? mute(table) : visit(table));
});
