/** Every scenario that a file exports is one that runs: the `index.ts` of its folder lists it. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { scenarios, topics } from '../scenarios/index.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { root } from '../support/paths.ts'

const names = new Set(scenarios.map(({ name }) => name))

test.for(Object.keys(topics))('no scenario of %s is left out', async (topic) => {
  const folder = join(root, 'test/scenarios', topic)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const left: string[] = []
  for (const file of files) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    const exported = Object.values(module).flat().filter(isScenario)
    left.push(...exported.filter(({ name }) => !names.has(name)).map(({ name }) => `${file}: ${name}`))
  }
  expect(left).toEqual([])
})

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && 'name' in value && 'run' in value
