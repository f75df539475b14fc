/** The size of the smallest programs, in bytes after gzip. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { bundle, sizePerFile } from '../../scripts/size/bundle.ts'
import { buildsOn, measure, paths, program, sourceProgram } from '../../scripts/size/measure-size.ts'
import { root } from '../support/paths.ts'
import budget from './budget.json' with { type: 'json' }

describe('size', () => {
  test('every entry has a budget', () => {
    expect(Object.keys(budget)).toEqual(paths)
  })

  test.for(Object.entries(budget))('the smallest program with %s fits %i bytes', async ([path, limit]) => {
    const size = await measure(path)
    const text = compare(size, limit)
    console.log(`${path}: ${text}`)
    const parts = size > limit ? await sizePerFile(sourceProgram(path)) : []
    const lines = parts.slice(0, 20).map(({ file, bytes }) => `${String(bytes).padStart(6)}  ${file}`)
    expect(size, [`${text}. Without it, a file would save:`, ...lines].join('\n')).toBeLessThanOrEqual(limit)
  })

  test.for(paths)('a bundler leaves out of %s what it would leave out of the sources', async (path) => {
    const built = await bundle(program(path))
    const source = await bundle(sourceProgram(path))
    expect(built.size).toBeLessThanOrEqual(1.01 * source.size + 30)
  })

  test('the order of its modules makes the main entry smaller after gzip; if not, npm run build:order finds another', async () => {
    const [built, source] = await Promise.all([bundle(program('.')), bundle(sourceProgram('.'))])
    console.log(`order of modules: ${source.size - built.size} B`)
    expect(source.size - built.size).toBeGreaterThan(200)
  })

  test('the README says the size of the main entry', async () => {
    const { size } = await bundle(program('.'))
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    expect(readme).toContain(`${Math.round(size / 1000)} kB gzip`)
  })

  test('the README says the size of every entry, to a tenth of a kilobyte or 3 %', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| (`(?:mcp-over-fetch|\/)[^|]*) \|[^|]*\| ([^|]*) \|$/gm)]
    const said = rows.flatMap(([, names, sizes]) => {
      const figures = sizes!.split(', ')
      return names!.split(', ').map((name, index) => [name.slice(1, -1), figures[index]!] as const)
    })
    const entries = said.map(([name]) => (name === manifest.name ? '.' : `.${name}`))
    expect(entries.filter((path) => path !== './types').sort()).toEqual([...paths].sort())
    for (const [index, path] of entries.entries()) {
      if (path === './types') continue
      const figure = said[index]![1]
      const size = await measure(path)
      expect(figure.startsWith('+'), path).toBe(path in buildsOn)
      const tolerance = Math.max(100, 0.03 * size)
      expect(Math.abs(1000 * Number(figure) - size), `${path} has ${size} bytes`).toBeLessThanOrEqual(tolerance)
    }
  })

  test('unused imports add nothing to a bundle', async () => {
    const nothing = await bundle(`import {} from 'mcp-over-fetch'`)
    const everythingUnused = await bundle(`import * as all from 'mcp-over-fetch'`)
    expect([nothing.text, everythingUnused.text]).toEqual(['', ''])
  })

  test('isMcpError alone does not bundle the client', async () => {
    const { files, size } = await bundle(`export { isMcpError } from 'mcp-over-fetch'`)
    expect(files).toHaveLength(1)
    expect(size).toBeLessThan(200)
    const { files: sources } = await bundle(`export { isMcpError } from './src/core/index.ts'`)
    expect([...new Set(sources)]).toEqual(['src/core/errors.ts'])
  })

  test('the store of one server does not bundle the group', async () => {
    const { files } = await bundle(sourceProgram('./store'))
    expect(files.filter((file) => /group/.test(file))).toEqual([])
    const { files: both } = await bundle(`export { createMcpGroupStore } from './src/store/index.ts'`)
    expect(both).toContain('src/group/connect-group.ts')
  })

  test('the bundle contains no eval and no Function constructor, as a strict content security policy demands', async () => {
    const { text } = await bundle(program('.'))
    expect(text).not.toMatch(/\beval\b|\bFunction\b/)
  })

  test('zod is not in the bundle', async () => {
    const { files } = await bundle(program('.'))
    expect(files.filter((file) => file.includes('/zod/'))).toEqual([])
  })
})

describe('the size of tools for models', () => {
  /** Bytes after gzip that tools with one adapter add to a program with the client. */
  const MAX_ADDED = 3_760
  const client = sourceProgram('.')
  const adapters = [
    ...['aiSdkTools', 'openaiResponsesTools', 'openaiChatTools', 'anthropicTools'],
    ...['langchainTools', 'openaiAgentsServer', 'registerWebMcpTools'],
  ]
  /** What these add to a program with the client and one adapter. */
  const features = {
    geminiTools: 1_450,
    cleanTools: 1_310,
    budget: 3_780,
    scaleImages: 920,
    repairArguments: 3_290,
    approvals: 1_350,
    searchTools: 1_240,
    'deferAnthropicTools, deferOpenAITools': 130,
    'diffTools, fingerprint': 590,
  }

  test.for(adapters)(`with %s they add at most ${MAX_ADDED} bytes to a program with the client`, async (adapter) => {
    const tools = `export { modelTools, ${adapter} } from './src/tools/index.ts'`
    const [alone, together] = await Promise.all([bundle(client), bundle(`${client}\n${tools}`)])
    console.log(`${adapter}: ${together.size - alone.size} B`)
    expect(together.size - alone.size).toBeLessThanOrEqual(MAX_ADDED)
  })

  test.for(Object.entries(features))('%s adds at most %i bytes to tools with one adapter', async ([names, limit]) => {
    const tools = `${client}\nexport { modelTools, openaiResponsesTools } from './src/tools/index.ts'`
    const [alone, together] = await Promise.all([
      bundle(tools),
      bundle(`${tools}\nexport { ${names} } from './src/tools/index.ts'`),
    ])
    console.log(`${names}: ${together.size - alone.size} B`)
    expect(together.size - alone.size).toBeLessThanOrEqual(limit)
  })

  test('an adapter bundles none of the features that are passed as values', async () => {
    const { files } = await bundle(`export { modelTools, openaiResponsesTools } from './src/tools/index.ts'`)
    const found = files.filter((file) =>
      /(clean|budget|image|repair|approvals|search|defer|gemini|diff)[^/]*\.ts$/.test(file),
    )
    expect(found).toEqual(['src/core/util/clean-text.ts'])
  })

  test.for(adapters)('%s bundles no other adapter', async (adapter) => {
    const { files } = await bundle(`export { ${adapter} } from './src/tools/index.ts'`)
    const found = files.filter((file) =>
      /(ai-sdk|responses|chat|anthropic|langchain|agents|webmcp|strict|gemini)\.ts$/.test(file),
    )
    expect(found).toHaveLength(1)
  })
})

describe('the size of discovery', () => {
  test.for(['discover', 'readCard', 'connectCard'])(
    '%s alone adds at most 2048 bytes to a program with the client',
    async (name) => {
      const client = sourceProgram('.')
      const program = `${client}\nexport { ${name} } from './src/discover/index.ts'`
      const [alone, together] = await Promise.all([bundle(client), bundle(program)])
      console.log(`${name}: ${together.size - alone.size} B`)
      expect(together.size - alone.size).toBeLessThanOrEqual(2_048)
    },
  )
})

describe('the size of the stores of Workers', () => {
  test.for(['kvStore', 'cacheApiStore'])('%s adds at most 500 bytes to a program with the client', async (name) => {
    const client = sourceProgram('.')
    const [alone, together] = await Promise.all([
      bundle(client),
      bundle(`${client}\nexport { ${name} } from './src/workers/index.ts'`),
    ])
    expect(together.size - alone.size).toBeLessThanOrEqual(500)
  })
})

describe('the size of relays', () => {
  const source = './src/relay/index.ts'

  test('the fetch of a page adds at most 690 bytes to a program with the client, and nothing of the relay', async () => {
    const client = sourceProgram('.')
    const [alone, together] = await Promise.all([
      bundle(client),
      bundle(`${client}\nexport { relayed } from '${source}'`),
    ])
    console.log(`relayed: ${together.size - alone.size} B`)
    expect(together.size - alone.size).toBeLessThanOrEqual(690)
    expect(together.files).not.toContain('src/relay/create-relay.ts')
  })

  test('a relay bundles nothing of the client', async () => {
    const { files } = await bundle(`export { createRelay } from '${source}'`)
    expect(
      files.filter((file) => !/^src\/(relay|shared|core\/util)\/|^src\/core\/(mcp-)?errors?\.ts$/.test(file)),
    ).toEqual([])
  })
})

describe('the size of apps', () => {
  const source = './src/apps/index.ts'

  test('a host bundles nothing of the proxy, and a proxy nothing of the host', async () => {
    const host = await bundle(`export { mountApp } from '${source}'`)
    expect(host.files.filter((file) => file.includes('proxy'))).toEqual([])
    const proxy = await bundle(`export { createAppProxy } from '${source}'`)
    expect(proxy.files.filter((file) => !/^src\/(apps\/(proxy\/|csp)|core\/util\/)/.test(file))).toEqual([])
  })

  test('the client bundles nothing of apps', async () => {
    const { files } = await bundle(sourceProgram('.'))
    expect(files.filter((file) => file.includes('src/apps/'))).toEqual([])
  })
})

describe('the size of authorization', () => {
  test('the script of the callback page contains no other files', async () => {
    const { files } = await bundle(sourceProgram('./oauth/callback'))
    expect(files.sort()).toEqual(['src/oauth/callback/index.ts', 'src/oauth/callback/send-callback.ts'])
  })

  test('interactive sign-in does not bundle the machine, DPoP, browser or server entries', async () => {
    const { files } = await bundle(sourceProgram('./oauth'))
    expect(files).toContain('src/oauth/authorize/authorization-code.ts')
    expect(
      files.filter((file) => /machine|dpop|private-key|browser|server\/|loopback|client-document/.test(file)),
    ).toEqual([])
  })

  test('the client does not bundle any authorization code', async () => {
    const { files } = await bundle(sourceProgram('.'))
    expect(files.filter((file) => /oauth/.test(file))).toEqual([])
  })
})

function compare(bytes: number, limit: number): string {
  const over = bytes - limit
  const room = over > 0 ? `over by ${over} B` : `${-over} B left`
  const hint = -over > 0.03 * limit ? ', more than 3 %: the budget can be lowered' : ''
  return `${bytes} B of ${limit} B, ${room}${hint}`
}
