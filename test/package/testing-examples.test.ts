/** The programs of examples/testing, each run as examples/README.md says, with the package as it is published. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed, root } from '../support/paths.ts'
import { startProcess } from '../support/processes.ts'
import type { Consumer } from './consumer.ts'
import { sendOddRequests } from './examples/odd-requests.ts'
import { createTestingProject, examplesFolder, runInProject } from './examples/testing-project.ts'
import { startWorker } from './examples/wrangler.ts'
import { newerNode, ownNode, peer } from './peers.ts'

const deno = ['--node-modules-dir=manual', '--no-prompt']

describe('the examples of examples/testing', () => {
  let project: Consumer
  beforeAll(async () => {
    project = await createTestingProject({ msw: peer('msw'), vitest: join(root, 'node_modules/vitest') })
  }, 60_000)
  afterAll(() => project.dispose())

  test('are all listed in examples/README.md', async () => {
    const index = await readFile(join(examplesFolder, '../README.md'), 'utf8')
    const files = (await readdir(examplesFolder)).filter(
      (name) => !['package.json', 'sum.d.ts', 'wrangler.toml'].includes(name),
    )
    const listed = [...index.matchAll(/\(testing\/(\S+)\)/g)].map(([, name]) => name)
    expect(listed.sort()).toEqual(files.sort())
  })

  test('compile', async () => {
    const options = { module: 'nodenext', skipLibCheck: true }
    await project.compile('vitest', ['vitest.test.ts'], { ...options, lib: ['esnext', 'dom'] })
    await project.compile('worker', ['worker.ts'], {
      ...options,
      lib: ['esnext'],
      types: ['@cloudflare/workers-types'],
    })
  })

  test('run in Vitest', async () => {
    const output = await runInProject(project, [installed('vitest'), 'run', '--root', '.', 'vitest.test.ts'])
    expect(output).toContain('2 passed')
  })

  test('run in Jest', async () => {
    const config = JSON.stringify({ testMatch: ['**/jest.test.js'] })
    const command = [ownNode, '--experimental-vm-modules', peer('jest/bin/jest.js'), '--config', config, '--no-cache']
    expect(await runInProject(project, command)).toContain('2 passed')
  })

  test('run in the test runner of Node', async () => {
    expect(await runInProject(project, [ownNode, '--test', 'node.test.js'])).toContain('pass 2')
  })

  test('run in the test runner of Deno', async () => {
    const command = [installed('deno'), 'test', ...deno, '--no-check', '--allow-read=.', 'deno_test.ts']
    expect(await runInProject(project, command)).toContain('1 passed')
  })

  test('answer for MSW, which needs Node 22', async () => {
    expect(await runInProject(project, [newerNode(), '--test', 'msw.test.js'])).toContain('pass 1')
  })

  test('record a tape at first, and replay it then', async () => {
    const run = () => runInProject(project, [ownNode, '--test', 'tape.test.js'])
    const read = () => readFile(join(project.path, 'sum.tape.json'), 'utf8')
    expect(await run()).toContain('pass 1')
    const tape = await read()
    expect(JSON.parse(tape)).toMatchObject({ version: 1 })
    expect(await run()).toContain('pass 1')
    expect(await read()).toBe(tape)
  })

  /** What the application makes of the server at this address. */
  const sumAt = (url: string): Promise<string> => {
    const program = 'import { sum } from "./sum.js"; console.log(await sum(process.argv[1], 1, 2))'
    return runInProject(project, [ownNode, '--input-type=module', '-e', program, url])
  }

  test.for([
    ['Node', [ownNode, 'node-server.js']],
    ['Deno', [installed('deno'), 'run', ...deno, '--allow-net=127.0.0.1', '--allow-read=.', 'deno-server.ts']],
  ] as const)('listen in %s', async ([, [command, ...args]]) => {
    const { child, stop } = startProcess(command, args, { cwd: project.path, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      let printed = ''
      for await (const text of child.stdout!) {
        printed += text
        if (printed.includes('\n')) break
      }
      const address = /http:\S+/.exec(printed)![0]
      await sendOddRequests(Number(new URL(address).port))
      expect(await sumAt(address)).toBe('3\n')
    } finally {
      await stop()
    }
  })

  test('serve as a Worker, as wrangler.toml describes it', async () => {
    const miniflare = await startWorker(project.path)
    try {
      expect(await sumAt(new URL('/mcp', await miniflare.ready).href)).toBe('3\n')
    } finally {
      await miniflare.dispose()
    }
  })
})
