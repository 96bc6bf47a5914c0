// Keeps the look of the pages, and the page for a lost connection, on the phone. No page of anybody is kept.
"use strict";

const CACHE = "videau-{{ version }}";
const OFFLINE = "{% url 'offline' %}";
const FILES = [OFFLINE{% for file in files %}, "{{ file }}"{% endfor %}];

addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(CACHE);
    await kept.addAll(FILES);
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const renew = async () => {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(renew());
});

// A call, or another matter of the player; newer words about the same match take the place of older ones.
addEventListener("push", (event) => {
  const tell = async () => {
    const said = event.data.json();
    await registration.showNotification(said.title, {
      body: said.body,
      lang: said.lang,
      tag: said.tag,
      renotify: said.call,
      requireInteraction: said.call,
      icon: "{{ icon }}",
      vibrate: said.call ? [300, 150, 300, 150, 300] : [200],
      data: { url: said.url },
    });
  };
  event.waitUntil(tell());
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const lead = async () => {
    const address = new URL(event.notification.data.url, location.origin);
    if (address.origin !== location.origin) {
      return;
    }
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === address.pathname);
    await (open ? open.focus() : clients.openWindow(address.href));
  };
  event.waitUntil(lead());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) {
    return;
  }
  // The network comes first, so that nobody reads an old page as if it were new.
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (FILES.includes(address.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
