/** The runner: steps that crash, steps beside each other, and failed tests that run once more. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch, type Scratch } from '../../playground/server/scratch.ts'
import { runAgain, runSteps } from './run-steps.ts'
import type { SampleParameters } from './sample-step.ts'
import type { PlannedStep } from './step.ts'
import { summarize } from './summary.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await createScratch()
})
afterAll(() => scratch.dispose())

const sample = (name: string, parameters: SampleParameters, cores = 1): PlannedStep => ({
  name,
  module: 'test/support/sample-step.ts',
  parameters,
  cores,
})

test('a step that throws, ends its process or is missing is one failure, and the others run', async () => {
  const finished = await runSteps([
    sample('throws', { throws: 'no luck' }),
    sample('exits', { exits: 7 }),
    sample('passes', {}),
    { name: 'is missing', module: 'test/support/no-such-step.ts' },
  ])
  const textOf = (name: string) => finished.find((step) => step.name === name)!.lines.join('\n')
  expect(
    finished
      .filter(({ failed }) => failed === 1)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['exits', 'is missing', 'throws'])
  expect(textOf('throws')).toContain('no luck')
  expect(textOf('exits')).toContain('Its process ended with 7')
})

test('steps that need half a core run beside each other', async () => {
  const [one, two] = ['one', 'two'].map((name) => join(scratch.path, name)) as [string, string]
  const steps = [sample('one', { meet: [one, two] }, 0.5), sample('two', { meet: [two, one] }, 0.5)]
  expect((await runSteps(steps, () => {}, 1)).map(({ passed }) => passed)).toEqual([1, 1])
})

test('a failed test runs once more, and is listed as flaky if it passes then', async () => {
  const steps = [sample('slow machine', { failsOnce: [join(scratch.path, 'flaky'), 'took too long'] })]
  const finished = await runSteps(steps)
  expect(finished[0]).toMatchObject({ passed: 0, failed: 1 })
  const flaky = await runAgain(steps, finished)
  expect(flaky).toEqual([{ name: 'slow machine: sometimes', text: 'took too long' }])
  expect(finished[0]).toMatchObject({ passed: 1, failed: 0, failures: [] })
  expect(summarize(finished, flaky, [], 1).join('\n')).toContain('~ slow machine: sometimes')
})

test.each([
  "call-0 was reported with the wrong delivery: 'not-executed'",
  'the tool was executed 2 times',
  'bodies still open: POST /mcp (200)',
  'a listener leaked',
])('a failure that a second run would hide stays a failure: %s', async (text) => {
  const steps = [sample('grave', { failsOnce: [join(scratch.path, text.replace(/\W/g, '')), text] })]
  const finished = await runSteps(steps)
  expect(await runAgain(steps, finished)).toEqual([])
  expect(finished[0]).toMatchObject({ passed: 0, failed: 1 })
  expect(summarize(finished, [], [], 1).join('\n')).toContain(text)
})

test('a step that counts as one test passes or fails as a whole', async () => {
  const step = { ...sample('seeds', {}), isOneTest: true }
  expect(await runSteps([step])).toMatchObject([{ passed: 1, failed: 0 }])
})
