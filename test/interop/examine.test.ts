/** The examination of servers that others wrote: each gets the verdicts that reading its code predicts. */
import { afterAll, describe, expect, test } from 'vitest'
import { examine } from '../../bin/examination/examine.ts'
import type { Finding, Verdict } from '../../bin/examination/outcome.ts'
import { runProgram } from '../support/command.ts'
import { createBrowserFetch, PAGE_ORIGIN } from '../unit/playground/examine/browser-fetch.ts'
import { modes } from './modes.ts'
import { type RunningServer, startServer } from './running-server.ts'

interface Expected {
  /** A mode of the other tests. */
  name: string
  /** Whether it has CORS headers of its own; without them it is examined as by a page of its own origin. */
  cors: boolean
  /** All that is wrong or not as recommended, with the reason in its code. */
  bad: Record<string, Verdict>
  /** Some of what is good, with the reason in its code. */
  good: string[]
}

const expected: Expected[] = [
  {
    name: 'server-everything',
    cors: true,
    bad: {
      // streamableHttp.js: a session id that is not in its map is answered with 400, whatever it was.
      'session-ended': 'problem',
      'session-unknown': 'problem',
      // McpServer of SDK 1.x turns its own "Tool … not found" into a result with isError.
      'unknown-tool': 'warning',
      // A request that its schema refuses is a ZodError, and errors without a code become -32603.
      'invalid-params': 'warning',
      // The transport of SDK 1.x maps over arrays in every revision.
      batch: 'warning',
      // The handler of tools/list does not read the cursor.
      'bad-cursor': 'warning',
      // cors({ origin: '*' }), on this machine.
      origin: 'warning',
    },
    // cors() allows what the preflight asks for, and exposes mcp-session-id; the event store primes and replays.
    good: ['cors-headers', 'cors-session-id', 'cors-methods', 'priming', 'resume', 'version-header', 'malformed-json'],
  },
  {
    name: 'official server 2.x, both eras',
    cors: false,
    bad: {
      // Legacy requests are served without an event store, so streams have no ids.
      priming: 'warning',
      'bad-cursor': 'warning',
    },
    // validateStandardRequestHeaders(); "Tool … not found" is thrown before the try; -32700 for what is not JSON.
    good: [
      'mirrored-method',
      'mirrored-name',
      'missing-headers',
      'mirrored-version',
      'stateless-method',
      'unknown-tool',
    ],
  },
  {
    name: 'official server 2.x, sessions',
    cors: false,
    bad: {
      // The script makes a new transport for ids that it does not know, which then is "not initialized": 400.
      'session-ended': 'problem',
      'session-unknown': 'problem',
      priming: 'warning',
      batch: 'warning',
      'bad-cursor': 'warning',
    },
    good: ['unknown-tool', 'invalid-params', 'session-missing', 'get-stream', 'stream-caching'],
  },
  {
    name: 'mcp-lite in workerd',
    cors: false,
    bad: {
      // handleInitialize() offers 2025-03-26 to all that it does not know, although it speaks 2025-06-18.
      'unknown-revision': 'warning',
      // respondToMissingProtocolHeader() in sessions of 2025-06-18.
      'version-header-missing': 'warning',
      // handlePost() looks a session up for its revision only, and serves those that it does not find.
      'session-ended': 'problem',
      'session-unknown': 'warning',
      // Its streams have a content type and no Cache-Control.
      'stream-caching': 'warning',
      // METHOD_NOT_FOUND for a tool.
      'unknown-tool': 'warning',
      // All lists have a handler, announced or not.
      'unannounced-lists': 'warning',
      'bad-cursor': 'warning',
    },
    // Batches only in sessions of 2025-03-26.
    good: ['batch', 'batch-2025-03-26', 'version-header', 'malformed-json', 'session-end', 'session-missing'],
  },
  {
    name: 'fastmcp',
    cors: true,
    bad: {
      // mcp-proxy allows GET, POST and OPTIONS.
      'cors-methods': 'problem',
      // FastMCP throws MethodNotFound for a tool.
      'unknown-tool': 'warning',
      'invalid-params': 'warning',
      batch: 'warning',
      'bad-cursor': 'warning',
      origin: 'warning',
    },
    // mcp-proxy answers "Session not found" with 404, and has an event store.
    good: ['session-unknown', 'priming', 'resume', 'cors-session-id'],
  },
]

const noCard: Verdict[] = ['not applicable', 'not applicable', 'not applicable', 'not applicable']

const running = new Set<RunningServer>()

afterAll(() => Promise.all([...running].map(({ stop }) => stop())))

async function examineServer(url: string, cors: boolean, only?: string[]): Promise<Finding[]> {
  const send = (address: string, init: RequestInit) => fetch(address, init)
  const findings: Finding[] = []
  const examination = examine({
    url,
    fetch: cors ? createBrowserFetch(send) : (address, init) => send(address, init),
    signal: new AbortController().signal,
    pageOrigin: cors ? PAGE_ORIGIN : new URL(url).origin,
    idle: 100,
    ...(only && { only }),
  })
  for await (const finding of examination) findings.push(finding)
  return findings
}

describe.concurrent.each(expected)('the examination of $name', ({ name, cors, bad, good }) => {
  test('has the verdicts that reading its code predicts', async () => {
    const { launch, path } = modes.find((mode) => mode.name === name)!
    const server = await startServer(launch)
    running.add(server)
    const findings = await examineServer(server.origin + path, cors)
    const found = findings.filter(({ verdict }) => verdict === 'problem' || verdict === 'warning')
    expect(Object.fromEntries(found.map(({ id, verdict }) => [id, verdict]))).toEqual(bad)
    const verdicts = new Map(findings.map(({ id, verdict }) => [id, verdict]))
    for (const id of good) expect([id, verdicts.get(id)]).toEqual([id, 'good'])
    // None of them publishes a card, which is optional.
    expect([...verdicts].filter(([id]) => id.startsWith('card-')).map(([, verdict]) => verdict)).toEqual(noCard)
    // Outside of a browser CORS hides nothing, and other origins can be tried: every one of these serves strangers.
    const { out, err } = await runProgram(['examine', server.origin + path, '--json', '--idle', '0.1'])
    expect(err).toBe('')
    const report = JSON.parse(out) as { findings: Finding[] }
    const ofCommand = report.findings.filter(({ verdict }) => verdict === 'problem' || verdict === 'warning')
    const more = { origin: 'warning', ...(!cors && { 'cors-origin': 'problem' }) }
    expect(Object.fromEntries(ofCommand.map(({ id, verdict }) => [id, verdict]))).toEqual({ ...bad, ...more })
    if (!cors) {
      const [finding] = await examineServer(server.origin + path, true, ['cors-origin'])
      expect(finding).toMatchObject({
        verdict: 'problem',
        seen: expect.stringMatching(/keeps the answer from the page/),
      })
    }
  })
})
