/** examples/deno with the package as it is published: from a registry by `npm:`, and unpacked by an import map. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { weather } from '../../examples/servers.ts'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import type { MockServer } from '../../src/testing/index.ts'
import { installed, root } from '../support/paths.ts'
import { startProcess } from '../support/processes.ts'
import { listen } from './examples/listen.ts'
import { createInstalled, type Packed, pack } from './pack.ts'
import { type Registry, startRegistry } from './registry.ts'

const example = join(root, 'examples/deno')
const forecast = [{ type: 'text', text: 'Tomorrow in Utah: 21 °C and a light wind' }]

describe('the service of examples/deno', () => {
  let packed: Packed
  let registry: Registry
  let unpacked: Scratch
  let cache: Scratch
  let server: MockServer
  let address: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    ;[packed, unpacked, cache] = await Promise.all([pack(), createInstalled(), createScratch()])
    registry = await startRegistry(packed)
    server = weather()
    address = await listen(server)
  }, 60_000)
  afterAll(async () => {
    address.close()
    await Promise.all([packed.dispose(), registry.dispose(), unpacked.dispose(), cache.dispose()])
  })

  /** Starts it, and asks it for the forecast twice. */
  async function ask(folder: string, args: readonly string[]): Promise<unknown[]> {
    const network = `--allow-net=127.0.0.1`
    const env = {
      ...process.env,
      DENO_DIR: cache.path,
      NPM_CONFIG_REGISTRY: registry.url,
      MCP_SERVER: `${address.origin}/mcp`,
      PORT: '0',
      NO_COLOR: '1',
    }
    const all = ['run', '--no-prompt', network, '--allow-env=MCP_SERVER,PORT', ...args, 'main.ts']
    const { child, stop } = startProcess(installed('deno'), all, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk: Buffer) => (printed += chunk))
      await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/Listening on http:\S+/)
      const url = /Listening on (http:\S+)/.exec(printed)![1]!
      const answer = () => fetch(`${url}?place=Utah`).then((response) => response.json())
      expect((await fetch(url)).status).toBe(400)
      return [await answer(), await answer()]
    } finally {
      await stop()
    }
  }

  test('gets the package by npm: and the import map of its deno.json', async () => {
    const folder = await createScratch()
    try {
      await cp(example, folder.path, { recursive: true })
      expect(await ask(folder.path, ['--no-lock'])).toEqual([forecast, forecast])
      expect(server.journal.calls('tools/call')).toHaveLength(2)
    } finally {
      await folder.dispose()
    }
  })

  test('gets the unpacked package by another import map', async () => {
    const folder = unpacked.path
    await cp(join(example, 'main.ts'), join(folder, 'main.ts'))
    const imports = { [manifest.name]: `./node_modules/${manifest.name}/core/index.js` }
    await writeFile(join(folder, 'import-map.json'), JSON.stringify({ imports }))
    const args = ['--import-map=import-map.json', '--no-config', '--no-lock', '--node-modules-dir=none']
    expect(await ask(folder, args)).toEqual([forecast, forecast])
  })

  test('names the version of this package', async () => {
    const { imports } = JSON.parse(await readFile(join(example, 'deno.json'), 'utf8')) as { imports: object }
    const [major, minor] = manifest.version.split('.')
    expect(imports).toEqual({ [manifest.name]: `npm:${manifest.name}@^${major}.${minor}.0` })
  })
})
