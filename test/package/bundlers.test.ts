/** The quick bundlers build an application with the package, and it runs; docs/bundlers.md has a row for each. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { bundlers } from './bundlers/all.ts'
import { folderOf, greeting } from './bundlers/bundler.ts'
import { quick } from './bundlers/quick.ts'
import { BUNDLERS_PAGE } from './bundlers/table.ts'
import { createWorkbench } from './bundlers/workbench.ts'
import { installPeers } from './install-peers.ts'

describe('an application that is built with', () => {
  let workbench: Awaited<ReturnType<typeof createWorkbench>>
  beforeAll(async () => {
    await installPeers(folderOf('rollup'))
    workbench = await createWorkbench()
  }, 60_000)
  afterAll(() => workbench.dispose())

  test.for(quick.map(({ name }) => name))('%s calls a tool', async (name) => {
    const bundler = quick.find((one) => one.name === name)!
    expect(await bundler.run(workbench)).toBe(greeting(name))
  })
})

test('docs/bundlers.md has a row for every bundler, with the version that is pinned here', async () => {
  const page = await readFile(join(root, BUNDLERS_PAGE), 'utf8')
  const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| works \|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(bundlers.map(({ name, version, runsIn }) => [name, version, runsIn]))
})
