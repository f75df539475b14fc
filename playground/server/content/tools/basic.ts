/** The tools that scenarios use: small, each for one purpose. */

import { text } from '../../../../src/testing/features/content.ts'
import { input, type Tool } from '../../../../src/testing/features/tool.ts'
import { INTERNAL_ERROR } from '../../../../src/testing/jsonrpc/error-codes.ts'
import { ProtocolError } from '../../../../src/testing/jsonrpc/protocol-error.ts'
import type { ContentState } from '../content-state.ts'

const MAX_TEXT_BYTES = 64 * 1024 * 1024

export function basicTools(state: ContentState): Tool[] {
  return [echo, add, count, slow, fail, raise, big, log, link, counter(state)]
}

const echo: Tool = {
  name: 'echo',
  title: 'Echo',
  description: 'Returns the text',
  inputSchema: input({ text: { type: 'string' } }, ['text']),
  annotations: { readOnlyHint: true },
  run: ({ arguments: { text: value } }) => ({ content: [text(String(value))] }),
}

const add: Tool = {
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: input({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: true },
  run({ arguments: { a, b } }) {
    const structuredContent = { sum: Number(a) + Number(b) }
    return { content: [text(JSON.stringify(structuredContent))], structuredContent }
  },
}

const count: Tool = {
  name: 'count',
  description: 'Counts to a number and reports progress at each step, if wanted with a pause of `every` milliseconds',
  inputSchema: input({ to: { type: 'integer' }, every: { type: 'number' } }, ['to']),
  annotations: { readOnlyHint: true },
  async run({ arguments: { to, every }, context, progress }) {
    const last = Number(to)
    for (let step = 1; step <= last; step++) {
      context.signal.throwIfAborted()
      if (every) await context.clock.wait(Number(every), context.signal)
      await progress(step, last, `step ${step}`)
    }
    return { content: [text(`counted to ${last}`)] }
  },
}

const slow: Tool = {
  name: 'slow',
  description: 'Waits that many milliseconds; stops when cancelled',
  inputSchema: input({ ms: { type: 'number' } }, ['ms']),
  annotations: { readOnlyHint: true },
  async run({ arguments: { ms }, context }) {
    await context.clock.wait(Number(ms), context.signal)
    return { content: [text(`waited ${ms} ms`)] }
  },
}

const fail: Tool = {
  name: 'fail',
  description: 'Fails as a tool: a result with `isError`',
  inputSchema: input(),
  run: () => ({ content: [text('This tool always fails')], isError: true }),
}

const raise: Tool = {
  name: 'throw',
  description: 'Fails as a request: a JSON-RPC error',
  inputSchema: input({ code: { type: 'integer' }, message: { type: 'string' } }),
  run({ arguments: { code = INTERNAL_ERROR, message = 'This tool always throws' } }) {
    throw new ProtocolError(Number(code), String(message), { tool: 'throw' })
  },
}

const big: Tool = {
  name: 'big',
  description: 'Returns a text of that many bytes',
  inputSchema: input({ bytes: { type: 'integer' } }, ['bytes']),
  annotations: { readOnlyHint: true },
  run: ({ arguments: { bytes } }) => ({ content: [text('x'.repeat(Math.min(Number(bytes), MAX_TEXT_BYTES)))] }),
}

const log: Tool = {
  name: 'log',
  description: 'Sends log messages: those given, or that many',
  inputSchema: input({ messages: { type: ['integer', 'array'] }, level: { type: 'string' } }),
  async run({ arguments: { messages = 1, level = 'info' }, log: send }) {
    const all = Array.isArray(messages) ? messages : numbered(Number(messages))
    for (const message of all) await send(String(level), message)
    return { content: [text(`logged ${all.length}`)] }
  },
}

const link: Tool = {
  name: 'link',
  description: 'Returns a link to a resource',
  inputSchema: input({ uri: { type: 'string' } }),
  run: ({ arguments: { uri = 'test://static-text' } }) => ({
    content: [{ type: 'resource_link', uri, name: 'linked', mimeType: 'text/plain' }],
  }),
}

function counter(state: ContentState): Tool {
  return {
    name: 'counter',
    description: 'Counts its own executions on this server, so that a second one shows',
    inputSchema: input({ ms: { type: 'number' } }),
    outputSchema: { type: 'object', properties: { executions: { type: 'integer' } }, required: ['executions'] },
    annotations: { readOnlyHint: false, idempotentHint: false },
    async run({ arguments: { ms }, context }) {
      const structuredContent = { executions: ++state.executions }
      if (ms) await context.clock.wait(Number(ms), context.signal)
      return { content: [text(String(structuredContent.executions))], structuredContent }
    },
  }
}

function numbered(total: number): string[] {
  return Array.from({ length: total }, (_, index) => `message ${index + 1}`)
}
