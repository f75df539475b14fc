/** What examinations of the servers of other people find, with the reason in the code of each. */
import type { Verdict } from '../../bin/examination/outcome.ts'

export interface Expected {
  /** A mode of the other tests. */
  name: string
  /** Whether it has CORS headers of its own; without them it is examined as by a page of its own origin. */
  cors: boolean
  /** All that is wrong or not as recommended, with the reason in its code. */
  bad: Record<string, Verdict>
  /** Some of what is good, with the reason in its code. */
  good: string[]
  /** What a single run does not tell. */
  varies?: string[]
  /** What the command sees otherwise, as a page of another origin; `good` stands for what is not bad there. */
  ofCommand?: Record<string, Verdict>
}

/** McpServer of SDK 1.x, whatever it is served by. */
const mcpServer = {
  // It turns its own "Tool … not found" into a result with isError.
  'unknown-tool': 'warning',
  // A request that its schema refuses is a ZodError, and errors without a code become -32603.
  'invalid-params': 'warning',
  // The handler of tools/list does not read the cursor.
  'bad-cursor': 'warning',
} as const

/** StreamableHTTPServerTransport of SDK 1.x, which maps over arrays in every revision. */
const transport = { ...mcpServer, batch: 'warning' } as const

/** Behind express.json(), as in createMcpExpressApp(), which answers broken JSON with a page of HTML. */
const onExpress = { ...transport, 'malformed-json': 'warning' } as const

/** The script refuses ids that it does not know with 400, as the examples of the SDK do. */
const ownIds = { 'session-ended': 'problem', 'session-unknown': 'problem' } as const

/** SSEServerTransport of SDK 1.x: 2024-11-05 only. */
const onlySse = { ...mcpServer, revisions: 'warning' } as const
const goodSse = ['introduction', 'stream-caching', 'ping', 'unknown-method', 'valid-messages']

export const expected: readonly Expected[] = [
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
  {
    name: 'server-everything, HTTP+SSE',
    // cors({ origin: '*' }) as well.
    cors: true,
    bad: { ...onlySse, origin: 'warning' },
    good: [...goodSse, 'cors-origin'],
    ofCommand: { origin: 'good' },
  },
  {
    name: 'sdk 1.x, sessions',
    cors: false,
    // Without an event store streams have no ids.
    bad: { ...onExpress, ...ownIds, priming: 'warning' },
    good: ['version-header', 'session-missing', 'session-end', 'accept', 'content-types', 'batch-2025-03-26'],
  },
  {
    name: 'sdk 1.x, stored events',
    cors: false,
    bad: { ...onExpress, ...ownIds },
    good: ['priming', 'version-header', 'get-stream'],
    // InMemoryEventStore sorts by ids of a time and a random text: events of one millisecond may change places.
    varies: ['resume'],
  },
  {
    name: 'sdk 1.x, JSON',
    cors: false,
    bad: { ...onExpress, ...ownIds },
    good: ['version-header', 'notification', 'get-stream'],
  },
  {
    name: 'sdk 1.x, no sessions',
    cors: false,
    bad: { ...onExpress, priming: 'warning' },
    // The script answers GET with 405.
    good: ['get-stream', 'two-clients', 'version-header'],
  },
  { name: 'sdk 1.x, HTTP+SSE', cors: false, bad: onlySse, good: goodSse },
  {
    name: 'supergateway, sessions',
    cors: false,
    bad: { ...onExpress, priming: 'warning' },
    // stdioToStatefulStreamableHttp.js answers ids that are not in its map with 404.
    good: ['session-ended', 'session-unknown', 'session-missing', 'version-header'],
  },
  {
    name: 'supergateway, no sessions',
    cors: false,
    // stdioToStatelessStreamableHttp.js keeps one pendingOriginalMessage while it initializes the child: of two
    // requests in one body the second replaces the first.
    bad: { ...onExpress, priming: 'warning', 'batch-2025-03-26': 'problem' },
    good: ['get-stream', 'two-clients', 'notification'],
  },
  { name: 'supergateway, HTTP+SSE', cors: false, bad: onlySse, good: goodSse },
  {
    name: '@hono/mcp, sessions',
    cors: false,
    bad: {
      ...transport,
      // validateProtocolVersion() throws HTTPException(404).
      'version-header': 'problem',
      // The answer to notifications is ctx.json(null, 202): a body.
      notification: 'problem',
      // The transport does not know that it was closed; the script keeps it, and makes a new one for unknown ids.
      ...ownIds,
      priming: 'warning',
    },
    good: ['malformed-json', 'session-missing', 'accept', 'content-types'],
  },
  {
    name: 'fastmcp, HTTP+SSE',
    // mcp-proxy allows every origin. FastMCP throws MethodNotFound for a tool.
    cors: true,
    bad: { ...onlySse, origin: 'warning' },
    good: [...goodSse, 'cors-origin'],
    ofCommand: { origin: 'good' },
  },
  {
    name: 'agents in workerd, both eras',
    cors: false,
    // The handler is one of SDK 2.x without an event store.
    bad: { priming: 'warning', 'bad-cursor': 'warning' },
    good: ['unknown-tool', 'invalid-params', 'batch', 'stateless-method', 'mirrored-name', 'missing-headers'],
    // createMcpHandler() answers strange origins with 403, and which ones are strange is the operator's choice.
    ofCommand: { origin: 'good', 'cors-origin': 'good' },
  },
  {
    name: 'agents in workerd, sessions',
    cors: false,
    // McpAgent writes the answer as the first event with an id.
    bad: { ...transport, priming: 'warning' },
    good: ['session-ended', 'session-unknown', 'version-header', 'malformed-json'],
    // corsHeaders() does not name last-event-id, although events have ids, and refusals are responses without it.
    ofCommand: { 'cors-origin': 'good', 'cors-headers': 'problem', 'cors-errors': 'problem' },
  },
  {
    name: 'agents in workerd, HTTP+SSE',
    cors: true,
    bad: { ...onlySse, 'cors-errors': 'problem', origin: 'warning' },
    good: [...goodSse, 'cors-origin'],
    ofCommand: { origin: 'good' },
  },
]
