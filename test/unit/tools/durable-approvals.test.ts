/** Approvals in a Durable Object of workerd: whoever shares it shares them, and each use is taken once. */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, test } from 'vitest'
import { bundleProgram } from '../oauth/mock-server.ts'

test('approvals in a Durable Object are shared, bound to their user, and used up once', async () => {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      host: '127.0.0.1',
      port: 0,
      modules: true,
      script: await bundleProgram('../tools/worker-app.ts'),
      compatibilityDate: '2026-08-01',
      durableObjects: { AUTH: { className: 'AuthObject', useSQLite: true } },
    }),
  )
  try {
    const { origin } = await worker.ready
    const run = async (query: string) => (await fetch(`${origin}/?${query}`)).json()
    expect(await run('user=ann')).toEqual({ calls: 0, questions: 1, refused: 1 })
    expect(await run('user=ann&allow&uses=3')).toEqual({ calls: 1, questions: 1, refused: 0 })
    expect(await run('user=bob')).toEqual({ calls: 0, questions: 1, refused: 1 })
    // Ten at once compete for three uses: a compare-and-swap that lost reads again.
    expect(await run('user=ann&tabs=10')).toEqual({ calls: 3, questions: 7, refused: 7 })
    expect(await run('user=ann')).toEqual({ calls: 0, questions: 1, refused: 1 })
    expect(await run('user=ann&allow')).toEqual({ calls: 1, questions: 1, refused: 0 })
    expect(await run('user=ann&tabs=10')).toEqual({ calls: 10, questions: 0, refused: 0 })
  } finally {
    await worker.dispose()
  }
}, 60_000)
