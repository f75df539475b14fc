/** Tools whose work may become a task. */

import { text } from '../../../../src/testing/features/content.ts'
import { elicit } from '../../../../src/testing/features/input/input-request.ts'
import type { RunAsTaskOptions } from '../../../../src/testing/features/tasks/tasks.ts'
import { input, type Tool } from '../../../../src/testing/features/tool.ts'
import { INTERNAL_ERROR } from '../../../../src/testing/jsonrpc/error-codes.ts'
import { ProtocolError } from '../../../../src/testing/jsonrpc/protocol-error.ts'

/** Arguments of every tool here that become the options of its task. */
const taskArguments = { ttlMs: { type: ['number', 'null'] }, pollIntervalMs: { type: 'number' } }

function taskOptions({ ttlMs, pollIntervalMs }: Record<string, unknown>): RunAsTaskOptions {
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
    taskSupport: 'optional',
    inputSchema: input({ seconds: { type: 'number' }, label: { type: 'string' }, ...taskArguments }, ['seconds']),
    outputSchema: { type: 'object', properties: { seconds: { type: 'number' } }, required: ['seconds'] },
    run: ({ arguments: { seconds, label = 'work', ...args }, runAsTask }) =>
      runAsTask(async ({ wait }) => {
        await wait(Number(seconds) * 1000)
        return { content: [text(`${label} took ${seconds} s`)], structuredContent: { seconds } }
      }, taskOptions(args)),
  },
  {
    name: 'failing_job',
    description: 'Fails as tools do, and only as a task',
    taskSupport: 'required',
    inputSchema: input(taskArguments),
    run: ({ arguments: args, runAsTask }) =>
      runAsTask(
        async ({ wait }) => {
          await wait(20)
          return { content: [text('The job failed')], isError: true }
        },
        { ...taskOptions(args), required: true },
      ),
  },
  {
    name: 'protocol_error_job',
    description: 'Fails as requests do',
    taskSupport: 'optional',
    inputSchema: input(taskArguments),
    run: ({ arguments: args, runAsTask }) =>
      runAsTask(async ({ wait }) => {
        await wait(20)
        throw new ProtocolError(INTERNAL_ERROR, 'The job fell over')
      }, taskOptions(args)),
  },
  {
    name: 'confirm_delete',
    description: 'Asks before it goes on',
    taskSupport: 'optional',
    inputSchema: input({ filename: { type: 'string' }, ...taskArguments }, ['filename']),
    run: ({ arguments: { filename, ...args }, runAsTask }) =>
      runAsTask(async ({ requestInput }) => {
        const { confirm } = await requestInput({ confirm: confirmation(`Delete ${filename}?`) })
        return { content: [text(`${filename}: ${JSON.stringify(confirm)}`)] }
      }, taskOptions(args)),
  },
  {
    name: 'multi_input',
    description: 'Asks two questions at once',
    taskSupport: 'optional',
    inputSchema: input(taskArguments),
    run: ({ arguments: args, runAsTask }) =>
      runAsTask(async ({ requestInput }) => {
        const requests = { first: confirmation('The first?'), second: confirmation('The second?') }
        return { content: [text(JSON.stringify(await requestInput(requests)))] }
      }, taskOptions(args)),
  },
  {
    name: 'test_tool_with_task',
    description: 'Asks for a name first and becomes a task then',
    inputSchema: input(taskArguments),
    async run({ arguments: args, requestInput, runAsTask }) {
      const name = elicit('What is your name?', { name: { type: 'string' } }, ['name'])
      const { user_name } = await requestInput({ user_name: name }, { withState: true })
      const work = async () => ({ content: [text(`Hello, ${JSON.stringify(user_name.content)}`)] })
      return runAsTask(work, { ...taskOptions(args), required: true })
    },
  },
]
