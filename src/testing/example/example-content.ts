/** The tools, the resource and the prompt that the examples of the documentation use. */
import { text } from '../features/content.ts'
import type { ServerContent } from '../features/features.ts'
import { elicit } from '../features/input/input-request.ts'
import { createTaskFeatures } from '../features/tasks/task-features.ts'
import type { Tool } from '../features/tool.ts'

const render: Tool = {
  name: 'render',
  description: 'Renders a scene',
  inputSchema: { type: 'object', properties: { scene: { type: 'string' } }, required: ['scene'] },
  annotations: { readOnlyHint: true },
  async run({ arguments: { scene }, progress }) {
    await progress(1, 2, 'geometry')
    await progress(2, 2, 'light')
    return { content: [text(`a picture of the ${scene}`)] }
  },
}

const weather: Tool = {
  name: 'weather',
  description: 'Tells the weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
  annotations: { readOnlyHint: true },
  run: () => ({ content: [text('{"celsius":21}')], structuredContent: { celsius: 21 } }),
}

const pay: Tool = {
  name: 'pay',
  description: 'Pays an amount',
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  run: () => {
    throw new Error('The account is empty')
  },
}

const deploy: Tool = {
  name: 'deploy',
  description: 'Deploys, after somebody has confirmed it',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  async run({ arguments: { to }, requestInput }) {
    const request = elicit(`Deploy to ${to}?`, { sure: { type: 'boolean' } }, ['sure'])
    const { confirm } = await requestInput({ confirm: request })
    const { action, content } = confirm as { action: string; content?: { sure?: boolean } }
    return { content: [text(action === 'accept' && content?.sure ? `deployed to ${to}` : 'nothing was deployed')] }
  },
}

const train: Tool = {
  name: 'train',
  description: 'Trains a model, as a task',
  taskSupport: 'optional',
  inputSchema: { type: 'object', properties: { epochs: { type: 'integer' } }, required: ['epochs'] },
  run: ({ arguments: { epochs }, runAsTask }) =>
    runAsTask(
      async ({ wait }) => {
        await wait(20)
        return { content: [text(`trained for ${epochs} epochs`)] }
      },
      { pollIntervalMs: 10 },
    ),
}

export const exampleContent: ServerContent = {
  tools: () => [render, weather, pay, deploy, train],
  prompts: () => [
    {
      name: 'greet',
      description: 'Greets somebody',
      arguments: [{ name: 'name', description: 'The person to greet', required: true }],
      get: ({ name }) => [text(`Say hello to ${name}.`)],
    },
  ],
  templates: () => [],
  resources: () => [
    {
      uri: 'file:///notes',
      name: 'notes',
      description: 'Some notes',
      mimeType: 'text/plain',
      read: () => ({ text: 'Buy milk.' }),
    },
  ],
  createTasks: createTaskFeatures,
  suggest: () => ['Ada', 'Alan', 'Grace'],
}
