/** `mock`: a mock server on 127.0.0.1, for tests of clients in any language. */
import { readFile } from 'node:fs/promises'
import {
  createExampleServer,
  createMockServer,
  type FaultName,
  type FaultOptions,
  replay,
  type Tape,
} from 'mcp-over-fetch/testing'
import { CommandError, UsageError } from '../command/errors.ts'
import { parsePort } from '../command/parse.ts'
import { listOf, textOf, type Verb } from '../command/verb.ts'
import { type Handler, listenOnLoopback, untilAborted } from '../relay/listen.ts'

export const verb: Verb = {
  usage: '[--port <number>]',
  about:
    'Starts a mock MCP server on 127.0.0.1 with a few tools, a resource, a prompt, a server card\n' +
    'and a catalog, or plays a tape.\n' +
    'Faults are described in docs/testing.md. It ends with Ctrl-C.',
  options: {
    port: { type: 'text', value: '<number>', about: 'The port on 127.0.0.1 (default: a free one)' },
    version: { type: 'list', value: '<version>', about: 'Speak only this protocol version; may be repeated' },
    transport: { type: 'text', value: '<name>', about: 'How it answers: sse, json or http+sse (default: sse)' },
    fault: {
      type: 'list',
      value: '<name>',
      about: 'Inject a fault, such as ends-early or http-status:status=503,times=2',
    },
    example: { type: 'flag', about: 'Offer the tools that the examples of the documentation use' },
    tape: { type: 'text', value: '<file>', about: 'Answer from a tape of the verb record' },
    json: { type: 'flag', about: 'Print the address as JSON' },
  },
  examples: ['mock --port 3000', 'mock --version 2025-11-25 --fault ends-early', 'mock --tape session.json'],
  async run({ values, positionals, output, signal }) {
    if (positionals.length > 0) throw new UsageError('the verb mock takes options only')
    const portText = textOf(values, 'port')
    const tapePath = textOf(values, 'tape')
    const tape = tapePath === undefined ? undefined : await readTape(tapePath)
    const tapeUrl = tape && new URL(tape.entries[0]!.request.url)
    const faults = listOf(values, 'fault').map(parseFault)
    if (tape && faults.length > 0) throw new UsageError('--fault: a tape is played as it is')
    const [versions, transport] = [listOf(values, 'version'), textOf(values, 'transport')]
    const create = (port: number): Handler => {
      if (tape) return playTape(tape, tapeUrl!.origin)
      return asUsage(() => {
        const server = (values.example ? createExampleServer : createMockServer)({
          origin: `http://127.0.0.1:${port}`,
          discovery: { card: true, catalog: true },
          ...(versions.length > 0 && { versions }),
          ...(transport !== undefined && { transport: transport as 'sse' }),
        })
        for (const { name, options } of faults) server.fault(name as FaultName, options)
        return server.handle
      })
    }
    // Mistakes are reported before anything listens.
    create(0)
    const listening = await listenOnLoopback(
      portText === undefined ? 0 : parsePort(portText),
      (port) => {
        const handle = create(port)
        return (request) => {
          if (values.verbose) output.note(`${request.method} ${new URL(request.url).pathname}`)
          return handle(request)
        }
      },
      'This mock server has another name\n',
    )
    const url = `http://127.0.0.1:${listening.port}${tapeUrl?.pathname ?? (transport === 'http+sse' ? '/sse' : '/mcp')}`
    if (values.json) output.printJson({ url })
    else output.print(`${tape ? 'A tape is played' : 'A mock server is running'} at ${url}. Ctrl-C ends it.`)
    await untilAborted(signal)
    listening.close()
  },
}

const NUMBERS = ['times', 'after', 'delay', 'bytes', 'bytesPerSecond', 'status', 'idle', 'retry', 'retryAfter']
const TEXTS = ['on', 'scope', 'to', 'contentType']

/** `name`, or `name:option=value,option=value`. */
function parseFault(text: string): { name: string; options: FaultOptions } {
  const [name = '', ...rest] = text.split(':')
  const options: Record<string, string | number> = {}
  for (const pair of rest.join(':').split(',').filter(Boolean)) {
    const [key = '', value = ''] = pair.split(/=(.*)/s)
    if (NUMBERS.includes(key) && Number.isFinite(Number(value)) && value !== '') options[key] = Number(value)
    else if (TEXTS.includes(key) && value !== '') options[key] = value
    else throw new UsageError(`--fault: ${name} got ${JSON.stringify(pair.slice(0, 60))}, expected option=value`)
  }
  return { name, options }
}

function asUsage<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

async function readTape(path: string): Promise<Tape> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--tape: ${path} cannot be read (${error.code})`)
  })
  try {
    const tape = JSON.parse(text) as Tape
    replay(tape)
    if (!tape.entries[0]) throw new Error('it has no requests')
    return tape
  } catch (error) {
    throw new CommandError(`--tape: ${path} is not a tape (${(error as Error).message.split('\n')[0]})`)
  }
}

/** The tape names the server that was recorded; its requests come to this one now. */
function playTape(tape: Tape, origin: string): Handler {
  const fetch = replay(tape, { loose: true })
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    try {
      return await fetch(`${origin}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        ...(text !== '' && { body: text }),
        signal: request.signal,
      })
    } catch (error) {
      return new Response(`${(error as Error).message}\n`, { status: 501, headers: { 'content-type': 'text/plain' } })
    }
  }
}
