/** The published declarations compile in every supported environment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import { type Consumer, createConsumer } from './consumer.ts'

const web = ['web.ts', 'narrowing.ts', 'platform-types.ts']
const worker = ['worker.ts', 'narrowing.ts', 'platform-types.ts']
const dom = { lib: ['es2022', 'dom'] }
const workers = { lib: ['es2022'], types: ['@cloudflare/workers-types'] }
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' }
const bundler = { module: 'esnext', moduleResolution: 'bundler' }

describe.concurrent('the declarations', () => {
  let consumer: Consumer
  beforeAll(async () => {
    consumer = await createConsumer()
  })
  afterAll(() => consumer.dispose())

  test.for([
    ['the DOM library and nodenext', web, { ...dom, ...nodenext }],
    ['the DOM library and bundler', web, { ...dom, ...bundler }],
    ['the Workers types, no DOM library, and nodenext', worker, { ...workers, ...nodenext }],
    ['the Workers types, no DOM library, and bundler', worker, { ...workers, ...bundler }],
  ] as const)('compile with %s', async ([name, files, options]) => {
    await consumer.compile(name.replaceAll(/\W+/g, '-'), files, options)
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
