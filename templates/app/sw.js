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
