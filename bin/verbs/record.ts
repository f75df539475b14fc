/** `record <url> -o <file>`: a recording proxy on 127.0.0.1, for any client. Secrets are replaced in the tape. */
import type { Fetch } from 'mcp-over-fetch'
import { record } from 'mcp-over-fetch/testing'
import { UsageError } from '../command/errors.ts'
import { parsePort } from '../command/parse.ts'
import { jsonOption, listOf, textOf, type Verb } from '../command/verb.ts'
import { createLoginFetch } from '../connection/login-fetch.ts'
import { headerOptions, readHeaders } from '../connection/options.ts'
import { collectSentSecrets } from '../connection/sent-secrets.ts'
import { parseServerUrl, shownUrl } from '../connection/server-url.ts'
import { createTapeFile } from '../recording/tape-file.ts'
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
    'mcp-over-fetch mock --tape. Tokens, cookies, session ids and other secrets are replaced. Ctrl-C ends it.\n' +
    'The tape is saved as it grows. Requests without a token carry your saved login.',
  options: {
    output: { type: 'text', short: 'o', value: '<file>', about: 'Where the tape goes' },
    port: { type: 'text', value: '<number>', about: 'The port on 127.0.0.1 (default: a free one)' },
    secret: {
      type: 'list',
      value: '<text>',
      about: 'Also replace this text, which nothing marks as a secret; may be repeated',
    },
    ...jsonOption,
    ...headerOptions,
  },
  examples: ['record https://tools.example.com/mcp -o session.json'],
  async run({ values, positionals: [url, ...others], output, signal, env }) {
    const server = parseServerUrl(url, others)
    const path = textOf(values, 'output')
    if (path === undefined) throw new UsageError('-o: pass the file for the tape')
    const own = await readHeaders(values, output)
    const portText = textOf(values, 'port')
    const sent = collectSentSecrets((address, init) => globalThis.fetch(address, init as RequestInit))
    const given = Object.values(own).flatMap((value) => [value, value.replace(/^\w+ /, '')])
    const secrets = [...listOf(values, 'secret'), ...given.filter((text) => text.length >= 8)]
    const recording = record(createLoginFetch(env, { server, fetch: sent.fetch }) as Fetch, { secrets })
    const file = await createTapeFile(path, async () => {
      // A login may have got other tokens since.
      const tokens = [...sent.secrets].map((value) => value.replace(/^\w+ /, ''))
      secrets.push(...tokens.filter((token) => token.length >= 8 && !secrets.includes(token)))
      return recording.tape()
    })
    let count = 0
    const handler = async (request: Request): Promise<Response> => {
      // Pages elsewhere must not use what is added here, or reach the server through this machine.
      if (isFromAnotherSite(request)) return new Response('Pages of this machine only\n', { status: 403 })
      const { pathname, search } = new URL(request.url)
      count++
      file.touch()
      if (values.verbose) output.note(`${request.method} ${pathname}`)
      output.progress(`${count} request${count === 1 ? '' : 's'} recorded`)
      const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text()
      const headers = Object.fromEntries([...request.headers].filter(([name]) => !HOP.includes(name)))
      try {
        const response = await recording.fetch(`${server.origin}${pathname}${search || server.search}`, {
          method: request.method,
          headers: { ...headers, ...own },
          ...(text !== '' && { body: text }),
          signal: request.signal,
          redirect: 'manual',
        })
        // The body was decoded on the way.
        const kept = [...response.headers].filter(([name]) => !HOP.includes(name) && name !== 'content-encoding')
        const body = response.body?.pipeThrough(onChunk(file.touch)) ?? null
        return new Response(body, { status: response.status, headers: kept })
      } catch (error) {
        if (request.signal.aborted) throw error
        return new Response('The server cannot be reached\n', { status: 502 })
      }
    }
    const listening = await listenOnLoopback(
      portText === undefined ? 0 : parsePort(portText),
      () => handler,
      'This proxy has another name\n',
    )
    const address = `http://127.0.0.1:${listening.port}${server.pathname}`
    if (values.json) output.printJson({ server: shownUrl(server), url: address, tape: path })
    else
      output.print(`Recording ${shownUrl(server)}

  Connect to  ${address}
  Tape        ${path}

Ctrl-C ends and saves the recording.`)
    await untilAborted(signal)
    listening.close()
    const entries = await file.end()
    if (entries === 0) output.note('Nothing was recorded, so nothing was saved.')
    else output.note(`${entries} request${entries === 1 ? '' : 's'} saved. Read the tape before you share it.`)
  },
}

/** Streams go on for long after their request. */
function onChunk(call: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      call()
    },
    flush: call,
  })
}

function isFromAnotherSite({ headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin === null) return headers.get('sec-fetch-site') === 'cross-site'
  return !/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
}
