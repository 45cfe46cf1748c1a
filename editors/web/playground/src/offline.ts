/** The service worker: it stores the files of this site, so that the site works offline. */

/** The files and their version, from `build.ts`. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** The events of a service worker; its types exclude those of pages. */
interface Lifecycle extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

addEventListener('install', (event) => {
  const store = async () => (await caches.open(VERSION)).addAll([...FILES]);
  (event as Lifecycle).waitUntil(store());
});

addEventListener('activate', (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  };
  (event as Lifecycle).waitUntil(old());
});

// The network comes first, so that a new version shows at once.
addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  const stored = async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  (event as Fetching).respondWith(fetch(request).catch(stored));
});
