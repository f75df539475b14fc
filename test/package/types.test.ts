/** The published declarations compile in every supported environment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest } from '../../scripts/build/entries.ts'
import { installed } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { peer } from './peers.ts'

/** What holds on every platform. `every-entry.ts` imports all entries, so that all declarations are checked. */
const everywhere = [
  'options.ts',
  'wire.ts',
  'headers.ts',
  'narrowing.ts',
  'platform-types.ts',
  'servers.ts',
  'every-entry.ts',
]
const web = ['web.ts', ...everywhere]
const worker = ['worker.ts', ...everywhere]
const node = ['node.ts', ...everywhere]
const dom = { lib: ['es2022', 'dom'] }
const workers = { lib: ['es2022'], types: ['@cloudflare/workers-types'] }
const nodeTypes = { lib: ['es2022'], types: ['node'] }
const node16 = { module: 'node16', moduleResolution: 'node16' }
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' }
const bundler = { module: 'esnext', moduleResolution: 'bundler' }

describe.concurrent('the declarations', () => {
  let consumer: Consumer
  beforeAll(async () => {
    consumer = await createConsumer()
    // The declarations for React need those of React: test/interop/ui checks them.
    const others = ['./package.json', './react']
    const entries = Object.keys(manifest.exports).filter((entry) => !others.includes(entry))
    const exports = entries.map((entry, index) => `export * as entry${index} from '${manifest.name}${entry.slice(1)}'`)
    await consumer.add({ 'every-entry.ts': exports.join('\n') })
  })
  afterAll(() => consumer.dispose())

  test.for([
    ['the DOM library and nodenext', web, { ...dom, ...nodenext }],
    ['the DOM library and bundler', web, { ...dom, ...bundler }],
    ['the Workers types, no DOM library, and nodenext', worker, { ...workers, ...nodenext }],
    ['the Workers types, no DOM library, and bundler', worker, { ...workers, ...bundler }],
    ['the types of Node, no DOM library, and nodenext', node, { ...nodeTypes, ...nodenext }],
    ['the types of Node, no DOM library, and bundler', node, { ...nodeTypes, ...bundler }],
    ['the types of Node, no DOM library, and node16', node, { ...nodeTypes, ...node16 }],
  ] as const)('compile with %s', async ([name, files, options]) => {
    await consumer.compile(name.replaceAll(/\W+/g, '-'), files, options)
  })

  // The oldest compiler meets every platform and every way of resolution, those between it and the newest one each.
  test.for([
    ['5.4', 'the DOM library and bundler', web, { ...dom, ...bundler }],
    ['5.4', 'the Workers types and node16', worker, { ...workers, ...node16 }],
    ['5.4', 'the types of Node and nodenext', node, { ...nodeTypes, ...nodenext }],
    ['5.9', 'the types of Node and bundler', node, { ...nodeTypes, ...bundler }],
    ['6.0', 'the Workers types and nodenext', worker, { ...workers, ...nodenext }],
  ] as const)('compile with TypeScript %s, %s', async ([version, platform, files, options]) => {
    const name = `${version} ${platform}`.replaceAll(/\W+/g, '-')
    await consumer.compile(name, files, options, peer(`typescript-${version}/bin/tsc`))
  })

  test('compile under deno check', async () => {
    await consumer.add({
      'deno.json': JSON.stringify({ compilerOptions: { exactOptionalPropertyTypes: true } }),
    })
    const env = { ...process.env, DENO_DIR: `${consumer.path}/.deno`, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
    const args = ['check', '--node-modules-dir=manual', '--no-remote', '--no-lock', ...web]
    await runProcess(installed('deno'), args, { cwd: consumer.path, env })
  })

  test('compile in a CommonJS file', async () => {
    const code = `import mcp = require('mcp-over-fetch')\nexport const connecting: Promise<mcp.Client> = mcp.connect('/')\n`
    await consumer.add({ 'required.cts': code })
    await consumer.compile('commonjs', ['required.cts'], { ...dom, ...nodenext })
  })

  test('reject a wrong use', async () => {
    await consumer.add({ 'wrong.ts': `import { connect } from 'mcp-over-fetch'\nconnect(1)\n` })
    const compiling = consumer.compile('wrong', ['wrong.ts'], { ...dom, ...nodenext, skipLibCheck: true })
    await expect(compiling).rejects.toThrow('wrong.ts(2,9): error TS2345')
  })
})
