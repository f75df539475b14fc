/** The tools that scenarios use: small, and each one good for one thing. */
import { text } from '../content.ts'
import { Fault } from '../request-context.ts'
import type { Realm } from '../feature-state.ts'
import { input, type Tool } from './tool.ts'

const LARGEST = 64 * 1024 * 1024

export function everydayTools(realm: Realm): Tool[] {
  return [echo, add, count, slow, fail, raise, big, log, link, counter(realm)]
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
  async run({ arguments: { to, every }, peer, progress }) {
    const last = Number(to)
    for (let step = 1; step <= last; step++) {
      peer.signal.throwIfAborted()
      if (every) await peer.clock.wait(Number(every), peer.signal)
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
  async run({ arguments: { ms }, peer }) {
    await peer.clock.wait(Number(ms), peer.signal)
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
  run({ arguments: { code = -32603, message = 'This tool always throws' } }) {
    throw new Fault(Number(code), String(message), { tool: 'throw' })
  },
}

const big: Tool = {
  name: 'big',
  description: 'Returns a text of that many bytes',
  inputSchema: input({ bytes: { type: 'integer' } }, ['bytes']),
  annotations: { readOnlyHint: true },
  run: ({ arguments: { bytes } }) => ({ content: [text('x'.repeat(Math.min(Number(bytes), LARGEST)))] }),
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

function counter(realm: Realm): Tool {
  return {
    name: 'counter',
    description: 'Counts its own executions on this server, so that a second one shows',
    inputSchema: input({ ms: { type: 'number' } }),
    outputSchema: { type: 'object', properties: { executions: { type: 'integer' } }, required: ['executions'] },
    annotations: { readOnlyHint: false, idempotentHint: false },
    async run({ arguments: { ms }, peer }) {
      const structuredContent = { executions: ++realm.executions }
      if (ms) await peer.clock.wait(Number(ms), peer.signal)
      return { content: [text(String(structuredContent.executions))], structuredContent }
    },
  }
}

function numbered(total: number): string[] {
  return Array.from({ length: total }, (_, index) => `message ${index + 1}`)
}
