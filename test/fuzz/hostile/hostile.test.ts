/** Hostile servers against a Worker of an old and a new compatibility date, with a frozen `Object.prototype`. */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createScratch, type Scratch } from '../../../playground/server/scratch.ts'
import { runInWorker } from '../../runtimes/workerd.ts'
import { root } from '../../support/paths.ts'

let server: RunningServer
let scratch: Scratch

beforeAll(async () => {
  scratch = await createScratch()
  server = await startServer()
  await build({
    entryPoints: [join(root, 'test', 'fuzz', 'hostile', 'entry.ts')],
    outfile: join(scratch.path, 'suite.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    banner: { js: 'Object.freeze(Object.prototype);' },
  })
  await copyFile(join(root, 'test', 'runtimes', 'start', 'worker.mjs'), join(scratch.path, 'worker.mjs'))
})

afterAll(async () => {
  await server?.dispose()
  await scratch?.dispose()
})

// With the old date, a fetch that follows redirects sends `Authorization` to another origin.
for (const date of ['2024-01-01', '2026-08-01']) {
  test(`every hostile scenario passes in a Worker of ${date}`, { timeout: 110_000 }, async () => {
    const { url, controlUrl } = server
    const results = await runInWorker({ url, controlUrl, bundle: scratch.path }, date)
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(results.filter(({ notApplicable }) => !notApplicable).length).toBeGreaterThan(40)
  })
}

test('a fetch that follows redirects leaks a token in a Worker of the old date, and not in one of the new date', async () => {
  expect(await tokenAfterRedirect('2024-01-01')).toBe('Bearer canary')
  expect(await tokenAfterRedirect('2026-08-01')).toBeUndefined()
})

/** The `Authorization` header that another origin gets when a Worker of this date follows a redirect to it. */
async function tokenAfterRedirect(compatibilityDate: string): Promise<string | undefined> {
  const control = createControl(server, `redirect ${compatibilityDate}`)
  const [from, to] = [await control.origin(), await control.origin()]
  await from.script({ on: { path: '/mcp' }, do: [{ respond: { status: 307, headers: { location: to.url } } }] })
  const scriptPath = join(root, 'test', 'fuzz', 'hostile', 'follower.mjs')
  const worker = new Miniflare(convertV4MiniflareOptions({ cf: false, modules: true, scriptPath, compatibilityDate }))
  try {
    await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify({ url: from.url }) })
    const [entry] = await to.journal()
    expect(entry).toBeDefined()
    return entry?.headers.authorization
  } finally {
    await worker.dispose()
    await control.dispose()
  }
}
