/** The Worker of the playground hosts a relay, if its settings say so. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Fetch } from '../../../src/core/index.ts'
import { relayed } from '../../../src/relay/index.ts'
import { root } from '../../support/paths.ts'
import { PAGE, type ServerWithoutCors, startWithoutCors } from './servers.ts'

let server: ServerWithoutCors
let script: string

beforeAll(async () => {
  server = await startWithoutCors()
  const entryPoints = [join(root, 'playground/server/worker.ts')]
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', platform: 'neutral' })
  script = outputFiles[0]!.text
})
afterAll(() => server.close())

/** Runs the Worker with these settings, and `use` with its origin. */
async function withWorker(bindings: Record<string, string>, use: (origin: string) => Promise<void>): Promise<void> {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      modules: true,
      script,
      compatibilityDate: '2026-08-01',
      compatibilityFlags: ['enable_request_signal'],
      durableObjects: { REALM: { className: 'Realm', useSQLite: true } },
      bindings,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    }),
  )
  try {
    await worker.ready
    await use((await worker.unsafeGetDirectURL()).origin)
  } finally {
    await worker.dispose()
  }
}

describe('the Worker of the playground', () => {
  const through = (address: string, origin: string) => {
    const fromPage: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init.headers, origin } })
    return connect(server.url, { fetch: relayed(address, { fetch: fromPage }), eraCache: new Map() })
  }

  test('hosts no relay by default', async () => {
    expect(await readFile(join(root, 'wrangler.toml'), 'utf8')).not.toMatch(/^RELAY/m)
    await withWorker({}, async (origin) => {
      await expect(through(`${origin}/relay`, origin)).rejects.toMatchObject({ code: 'relay', reason: 'no-relay' })
    })
    expect(server.requests).toEqual([])
  })

  test('hosts one for its own page and further ones, to the servers that its settings name', async () => {
    await withWorker({ RELAY_ALLOW: server.origin, RELAY_ORIGINS: PAGE }, async (origin) => {
      for (const page of [origin, PAGE]) {
        const client = await through(`${origin}/relay`, page)
        expect((await client.callTool('echo', { text: page })).content).toEqual([{ type: 'text', text: page }])
        await client.close()
      }
      const foreign = through(`${origin}/relay`, 'https://evil.example')
      await expect(foreign).rejects.toMatchObject({ code: 'relay', reason: 'origin' })
    })
  })
})
