/** Checks that the runtime is the right one, and lacks the globals that the client must not need. */
import type { RuntimeName, Scenario, World } from '../../scenarios/scenario.ts'
import { note } from '../world.ts'

interface Deno {
  permissions: { query(descriptor: { name: string; host?: string }): Promise<{ state: string }> }
}

const globals = globalThis as unknown as Record<string, unknown>
const optional = {
  'AbortSignal.any': () => 'any' in AbortSignal,
  'Promise.withResolvers': () => 'withResolvers' in Promise,
  'ReadableStream.from': () => 'from' in ReadableStream,
  'for await over a body': () => Symbol.asyncIterator in ReadableStream.prototype,
  'Symbol.asyncDispose': () => 'asyncDispose' in Symbol,
  navigator: () => 'navigator' in globals,
}

export const environment: Scenario[] = [
  {
    name: 'the runtime is the expected one, without additional globals or permissions',
    async run(world) {
      await checks[world.runtime](world)
      const missing = Object.entries(optional).filter(([, has]) => !has())
      note(world, 'lacks', missing.map(([name]) => name).join(', ') || 'nothing we looked for')
    },
  },
]

const checks: Record<RuntimeName, (world: World) => Promise<void>> = {
  async node({ assert }) {
    assert('process' in globals && !('Deno' in globals) && !('Bun' in globals), 'this is not Node')
  },
  async bun({ assert }) {
    assert('Bun' in globals, 'this is not Bun')
  },
  async deno({ assert }) {
    const { permissions } = globals.Deno as Deno
    for (const name of ['read', 'write', 'env', 'run', 'ffi', 'sys', 'import', 'net']) {
      const { state } = await permissions.query({ name })
      assert(state !== 'granted', `Deno must not have the permission ${name}`)
    }
    assert.equal((await permissions.query({ name: 'net', host: '127.0.0.1' })).state, 'granted', 'loopback')
  },
  async workerd({ assert }) {
    for (const name of ['process', 'Buffer', 'require', 'global', 'window', 'location']) {
      assert(!(name in globals), `workerd must not have ${name}`)
    }
    assert('WebSocketPair' in globals, 'this is not workerd')
  },
  chromium: checkPage,
  firefox: checkPage,
  webkit: checkPage,
}

async function checkPage({ assert, server }: World): Promise<void> {
  for (const name of ['process', 'Buffer', 'require', 'global'])
    assert(!(name in globals), `a page must not have ${name}`)
  assert(location.origin !== new URL(server.url).origin, 'the server must be on another origin than the page')
}
