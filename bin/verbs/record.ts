/** `record <url> -o <file>`: a recording proxy on 127.0.0.1, for any client. Secrets are replaced in the tape. */
import { rename, writeFile } from 'node:fs/promises'
import { record, toNodeHandler } from 'mcp-over-fetch/testing'
import { CommandError, UsageError } from '../command/errors.ts'
import { parsePort } from '../command/parse.ts'
import { listOf, textOf, type Verb } from '../command/verb.ts'
import { headerOptions, readHeaders } from '../connection/options.ts'
import { parseServerUrl, shownUrl } from '../connection/server-url.ts'
import { listenOnLoopback, untilAborted } from '../relay/listen.ts'

/** Headers of one connection, and those that `fetch` sets itself. */
const HOP = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'accept-encoding',
]

export const verb: Verb = {
  usage: '<url> -o <file>',
  about:
    'Starts a proxy for one server on 127.0.0.1 and writes what passes to a tape: JSON for replay() and for\n' +
    'mcp-over-fetch mock --tape. Tokens, cookies, session ids and other secrets are replaced. Ctrl-C ends and saves it.',
  options: {
    output: { type: 'text', short: 'o', value: '<file>', about: 'Where the tape goes' },
    port: { type: 'text', value: '<number>', about: 'The port on 127.0.0.1 (default: a free one)' },
    secret: {
      type: 'list',
      value: '<text>',
      about: 'Also replace this text, which nothing marks as a secret; may be repeated',
    },
    ...headerOptions,
  },
  examples: ['record https://tools.example.com/mcp -o session.json'],
  async run({ values, positionals: [url, ...others], output, signal }) {
    const server = parseServerUrl(url, others)
    const path = textOf(values, 'output')
    if (path === undefined) throw new UsageError('-o: pass the file for the tape')
    const own = await readHeaders(values, output)
    const portText = textOf(values, 'port')
    // Mistakes in the path are found now, not when the recording is over.
    await save(path, { version: 1, entries: [] })
    const recording = record(globalThis.fetch, {
      secrets: [...listOf(values, 'secret'), ...Object.values(own).filter((text) => text.length >= 8)],
    })
    let count = 0
    const handler = async (request: Request): Promise<Response> => {
      // Pages elsewhere must not use what is added here, or reach the server through this machine.
      if (isFromAnotherSite(request)) return new Response('Pages of this machine only\n', { status: 403 })
      const { pathname, search } = new URL(request.url)
      count++
      if (values.verbose) output.note(`${request.method} ${pathname}`)
      output.progress(`${count} request${count === 1 ? '' : 's'} recorded`)
      const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
      const headers = Object.fromEntries([...request.headers].filter(([name]) => !HOP.includes(name)))
      try {
        const response = await recording.fetch(`${server.origin}${pathname}${search || server.search}`, {
          method: request.method,
          headers: { ...headers, ...own },
          ...(body !== '' && { body }),
          signal: request.signal,
          redirect: 'manual',
        })
        // The body was decoded on the way.
        const kept = [...response.headers].filter(([name]) => !HOP.includes(name) && name !== 'content-encoding')
        return new Response(response.body, { status: response.status, headers: kept })
      } catch (error) {
        if (request.signal.aborted) throw error
        return new Response('The server cannot be reached\n', { status: 502 })
      }
    }
    const listening = await listenOnLoopback(
      portText === undefined ? 0 : parsePort(portText),
      () => toNodeHandler(handler),
      'This proxy has another name\n',
    )
    output.print(`Recording ${shownUrl(server)}

  Connect to  http://127.0.0.1:${listening.port}${server.pathname}
  Tape        ${path}

Ctrl-C ends and saves the recording.`)
    await untilAborted(signal)
    listening.close()
    const tape = await recording.tape()
    await save(path, tape)
    output.note(`${tape.entries.length} requests saved. Read the tape before you share it.`)
  },
}

function isFromAnotherSite({ headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin === null) return headers.get('sec-fetch-site') === 'cross-site'
  return !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}

async function save(path: string, tape: unknown): Promise<void> {
  try {
    await writeFile(`${path}.tmp`, `${JSON.stringify(tape, undefined, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.tmp`, path)
  } catch (error) {
    throw new CommandError(`-o: ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
