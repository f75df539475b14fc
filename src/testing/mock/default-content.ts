/** What a mock server offers that was given no content: enough to try a client on. */
import type { AnySettings } from './options.ts'
import type { MockTool } from './tool.ts'

const echo: MockTool<{ properties: { text: { type: 'string' } }; required: ['text'] }> = {
  description: 'Returns the text',
  input: { properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnlyHint: true },
  run: ({ text }) => text,
}

const add: MockTool<{ properties: { a: { type: 'number' }; b: { type: 'number' } }; required: ['a', 'b'] }> = {
  description: 'Adds two numbers',
  input: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => ({ sum: a + b }),
}

const slow: MockTool<{ properties: { ms: { type: 'number' }; steps: { type: 'integer' } } }> = {
  description: 'Works for that many milliseconds and reports progress at each of its steps',
  input: { properties: { ms: { type: 'number' }, steps: { type: 'integer' } } },
  annotations: { readOnlyHint: true },
  async run({ ms = 1_000, steps = 4 }, { wait, progress }) {
    for (let step = 1; step <= steps; step++) {
      await wait(ms / steps)
      await progress(step, steps, `step ${step} of ${steps}`)
    }
    return `done after ${ms} ms`
  },
}

export const defaultContent: Pick<AnySettings, 'tools' | 'resources' | 'prompts' | 'completions'> = {
  tools: { echo, add, slow },
  resources: { 'mock://greeting': { description: 'A text that never changes', read: 'Hello from the mock server' } },
  prompts: {
    greet: {
      description: 'Asks for a greeting',
      arguments: { name: { description: 'Who is to be greeted', required: true } },
      get: ({ name }) => `Please greet ${name}.`,
    },
  },
  completions: { greet: { name: ['Ada', 'Alan', 'Grace'] } },
}
