/** Tools whose work may become a task. */
import { text } from '../content.ts'
import { Fault } from '../request-context.ts'
import { elicit } from '../input/input-request.ts'
import { input, type Tool } from './tool.ts'
import type { BackgroundOptions } from '../tasks/tasks.ts'

/** How the task is kept and polled; every tool here takes it, and passes it on. */
const hints = { ttlMs: { type: ['number', 'null'] }, pollIntervalMs: { type: 'number' } }

function hintsIn({ ttlMs, pollIntervalMs }: Record<string, unknown>): BackgroundOptions {
  return {
    ...(ttlMs !== undefined && { ttlMs: ttlMs as number | null }),
    ...(pollIntervalMs !== undefined && { pollIntervalMs: pollIntervalMs as number }),
  }
}

const confirmation = (message: string) => elicit(message, { confirm: { type: 'boolean' } }, ['confirm'])

export const taskTools: Tool[] = [
  {
    name: 'greet',
    description: 'Answers at once, never as a task',
    inputSchema: input({ name: { type: 'string' } }, ['name']),
    run: ({ arguments: { name } }) => ({ content: [text(`Hello, ${name}!`)] }),
  },
  {
    name: 'slow_compute',
    description: 'Works for that many seconds',
    inputSchema: input({ seconds: { type: 'number' }, label: { type: 'string' }, ...hints }, ['seconds']),
    outputSchema: { type: 'object', properties: { seconds: { type: 'number' } }, required: ['seconds'] },
    run: ({ arguments: { seconds, label = 'work', ...given }, background }) =>
      background(async ({ wait }) => {
        await wait(Number(seconds) * 1000)
        return { content: [text(`${label} took ${seconds} s`)], structuredContent: { seconds } }
      }, hintsIn(given)),
  },
  {
    name: 'failing_job',
    description: 'Fails as tools do, and only as a task',
    inputSchema: input(hints),
    run: ({ arguments: given, background }) =>
      background(
        async ({ wait }) => {
          await wait(20)
          return { content: [text('The job failed')], isError: true }
        },
        { ...hintsIn(given), required: true },
      ),
  },
  {
    name: 'protocol_error_job',
    description: 'Fails as requests do',
    inputSchema: input(hints),
    run: ({ arguments: given, background }) =>
      background(async ({ wait }) => {
        await wait(20)
        throw new Fault(-32603, 'The job fell over')
      }, hintsIn(given)),
  },
  {
    name: 'confirm_delete',
    description: 'Asks before it goes on',
    inputSchema: input({ filename: { type: 'string' }, ...hints }, ['filename']),
    run: ({ arguments: { filename, ...given }, background }) =>
      background(async ({ ask }) => {
        const { confirm } = await ask({ confirm: confirmation(`Delete ${filename}?`) })
        return { content: [text(`${filename}: ${JSON.stringify(confirm)}`)] }
      }, hintsIn(given)),
  },
  {
    name: 'multi_input',
    description: 'Asks two questions at once',
    inputSchema: input(hints),
    run: ({ arguments: given, background }) =>
      background(async ({ ask }) => {
        const answers = await ask({ first: confirmation('The first?'), second: confirmation('The second?') })
        return { content: [text(JSON.stringify(answers))] }
      }, hintsIn(given)),
  },
  {
    name: 'test_tool_with_task',
    description: 'Asks for a name first and becomes a task then',
    inputSchema: input(hints),
    async run({ arguments: given, ask, background }) {
      const name = elicit('What is your name?', { name: { type: 'string' } }, ['name'])
      const { user_name } = await ask({ user_name: name }, { sealed: true })
      const work = async () => ({ content: [text(`Hello, ${JSON.stringify(user_name.content)}`)] })
      return background(work, { ...hintsIn(given), required: true })
    },
  },
]
