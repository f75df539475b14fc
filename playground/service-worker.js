/** Keeps the files of the page, so that it opens without a network. The build puts `FILES` and `CACHE` before it. */
/* global FILES, CACHE */

const PREFIX = 'mcp-playground '
const scope = self.registration.scope
const files = new Set(FILES.map((file) => new URL(file, scope).href))

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(PREFIX + CACHE).then((cache) => cache.addAll([...files])))
})

/** A new version takes over when no page of the old one is open, so nothing that is still used is removed. */
self.addEventListener('activate', (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()))
})

async function removeOld() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + CACHE).map((name) => caches.delete(name)),
  )
}

/** Everything else, such as requests to servers, goes its way untouched. */
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  url.search = ''
  url.hash = ''
  if (request.mode === 'navigate' && (url.href === scope || files.has(url.href))) {
    event.respondWith(
      fetch(request).catch(() => fromCache(url.href === scope ? new URL('index.html', scope).href : url.href)),
    )
  } else if (files.has(request.url)) {
    event.respondWith(fromCache(request.url).then((response) => response ?? fetch(request)))
  }
})

async function fromCache(url) {
  const cache = await caches.open(PREFIX + CACHE)
  return cache.match(url)
}
