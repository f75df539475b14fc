import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScratch } from '../../playground/server/scratch.ts'
import { type FinishedStep, runSteps } from './run-steps.ts'
import type { SampleParameters } from './sample-step.ts'
import type { PlannedStep } from './step.ts'
import { whereTheTimeWent } from './where-the-time-went.ts'

const sample = (name: string, parameters: SampleParameters, cores = 1): PlannedStep => ({
  name,
  module: 'steps/sample-step.ts',
  parameters,
  cores,
})

const find = (finished: FinishedStep[], name: string) => finished.find(({ time }) => time.name === name)!

let printed: string[]

beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
})

afterEach(() => void vi.restoreAllMocks())

test('a step that throws, and one whose process ends, are one failure each, and the others go on', async () => {
  const finished = await runSteps([
    sample('throws', { throws: 'no luck' }),
    sample('exits', { exits: 7 }),
    sample('passes', {}),
    { name: 'is missing', module: 'steps/no-such-step.ts' },
  ])
  const failures = finished.filter(({ failed }) => failed === 1)
  expect(failures.map(({ time }) => time.name).sort()).toEqual(['exits', 'is missing', 'throws'])
  expect(find(finished, 'throws').lines[0]).toContain('no luck')
  expect(find(finished, 'exits').lines).toEqual(['its process ended with 7'])
  expect(find(finished, 'passes')).toMatchObject({ passed: 1, failed: 0 })
  expect(printed.some((line) => /^throws [\d.]+ s: 0 passed, 1 failed$/.test(line))).toBe(true)
}, 30_000)

test('steps that need half a core each run beside each other, and none beside one that needs all cores', async () => {
  const { path, dispose } = await createScratch()
  const [one, two] = [join(path, 'one'), join(path, 'two')]
  const finished = await runSteps(
    [
      sample('all', { before: [one, two] }, 2),
      sample('one', { meet: [one, two] }, 0.5),
      sample('two', { meet: [two, one] }, 0.5),
    ],
    2,
  )
  expect(finished.map(({ failed }) => failed)).toEqual([0, 0, 0])
  await dispose()
}, 30_000)

test.runIf(process.platform === 'linux')(
  'the processor time of a step is that of its process',
  async () => {
    const finished = await runSteps([sample('computes', { compute: 400 })])
    expect(find(finished, 'computes').time.processor).toBeGreaterThanOrEqual(0.38)
  },
  30_000,
)

test('the table at the end says how long each step took and how much it computed, the longest first', () => {
  const times = [
    { name: 'short', seconds: 2, processor: 3 },
    { name: 'long', seconds: 10, processor: 5 },
  ]
  const [, long, short, all] = whereTheTimeWent(times, 10)
  expect(long).toMatch(/^ {2}long +10\.0 +5\.0 +0\.5$/)
  expect(short).toMatch(/^ {2}short +2\.0 +3\.0 +1\.5$/)
  expect(all).toMatch(/^10 s in all, 8 s of processor time: \d+ % of \d+ cores$/)
  const unknown = whereTheTimeWent([{ name: 'long', seconds: 10, processor: undefined }], 10)
  expect(unknown.slice(1)).toEqual([expect.stringMatching(/^ {2}long +10\.0$/), '10 s in all'])
})
