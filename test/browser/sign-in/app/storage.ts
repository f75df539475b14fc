/** Lists everything in the storage of this origin. */

export async function dumpStorage(): Promise<string[]> {
  const databases = await indexedDB.databases()
  return [
    ...Object.entries({ ...localStorage }).map(([key, value]) => `localStorage ${key}: ${value}`),
    ...Object.entries({ ...sessionStorage }).map(([key, value]) => `sessionStorage ${key}: ${value}`),
    ...databases.map(({ name }) => `indexedDB ${name}`),
    ...(await caches.keys()).map((name) => `caches ${name}`),
    ...(document.cookie ? [`cookie ${document.cookie}`] : []),
  ]
}
