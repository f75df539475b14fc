/** The sections of the specification that the checks are about. */

export interface Section {
  /** The revision of MCP, or the name of another standard. */
  document: string
  /** Page and heading. */
  title: string
  url: string
}

const SITE = 'https://modelcontextprotocol.io/specification'

const CARDS = 'https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main'

function mcp(revision: string, page: string, anchor: string, title: string): Section {
  return { document: revision, title, url: `${SITE}/${revision}/${page}#${anchor}` }
}

const handshake = '2025-11-25'
const transports = (anchor: string, title: string) => mcp(handshake, 'basic/transports', anchor, `Transports, ${title}`)
const stateless = '2026-07-28'
const http = (anchor: string, title: string) =>
  mcp(stateless, 'basic/transports/streamable-http', anchor, `Streamable HTTP, ${title}`)

export const sections = {
  cors: { document: 'Fetch', title: 'HTTP CORS protocol', url: 'https://fetch.spec.whatwg.org/#http-cors-protocol' },
  redirects: {
    document: 'RFC 9110',
    title: 'Redirection 3xx',
    url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-redirection-3xx',
  },
  accept: {
    document: 'RFC 9110',
    title: 'Accept',
    url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-accept',
  },
  caching: {
    document: 'HTML',
    title: 'Server-sent events, authoring notes',
    url: 'https://html.spec.whatwg.org/multipage/server-sent-events.html#authoring-notes',
  },
  parseError: {
    document: 'JSON-RPC 2.0',
    title: 'Error object',
    url: 'https://www.jsonrpc.org/specification#error_object',
  },
  timing: {
    document: 'Resource Timing',
    title: 'responseStart',
    url: 'https://www.w3.org/TR/resource-timing/#dom-performanceresourcetiming-responsestart',
  },
  security: transports('security-warning', 'Security Warning'),
  sending: transports('sending-messages-to-the-server', 'Sending Messages to the Server'),
  listening: transports('listening-for-messages-from-the-server', 'Listening for Messages from the Server'),
  resumability: transports('resumability-and-redelivery', 'Resumability and Redelivery'),
  sessions: transports('session-management', 'Session Management'),
  versionHeader: transports('protocol-version-header', 'Protocol Version Header'),
  backwards: transports('backwards-compatibility', 'Backwards Compatibility'),
  initialization: mcp(handshake, 'basic/lifecycle', 'initialization', 'Lifecycle, Initialization'),
  negotiation: mcp(handshake, 'basic/lifecycle', 'version-negotiation', 'Lifecycle, Version Negotiation'),
  capabilities: mcp(handshake, 'basic/lifecycle', 'capability-negotiation', 'Lifecycle, Capability Negotiation'),
  responses: mcp(handshake, 'basic', 'responses', 'Overview, Responses'),
  jsonSchema: mcp(handshake, 'basic', 'json-schema-usage', 'Overview, JSON Schema Usage'),
  ping: mcp(handshake, 'basic/utilities/ping', 'behavior-requirements', 'Ping, Behavior Requirements'),
  cancellation: mcp(
    handshake,
    'basic/utilities/cancellation',
    'behavior-requirements',
    'Cancellation, Behavior Requirements',
  ),
  pagination: mcp(
    handshake,
    'server/utilities/pagination',
    'implementation-guidelines',
    'Pagination, Implementation Guidelines',
  ),
  badCursor: mcp(handshake, 'server/utilities/pagination', 'error-handling', 'Pagination, Error Handling'),
  toolNames: mcp(handshake, 'server/tools', 'tool-names', 'Tools, Tool Names'),
  tool: mcp(handshake, 'server/tools', 'tool', 'Tools, Data Types'),
  toolErrors: mcp(handshake, 'server/tools', 'error-handling', 'Tools, Error Handling'),
  toolResult: mcp(handshake, 'server/tools', 'tool-result', 'Tools, Tool Result'),
  schema: { document: handshake, title: 'Schema Reference', url: `${SITE}/${handshake}/schema` },
  batching: mcp('2025-03-26', 'basic', 'batching', 'Overview, Batching'),
  challenge: mcp(
    handshake,
    'basic/authorization',
    'protected-resource-metadata-discovery-requirements',
    'Authorization, Protected Resource Metadata',
  ),
  tokens: mcp(handshake, 'basic/authorization', 'token-handling', 'Authorization, Token Handling'),
  https: mcp(handshake, 'basic/authorization', 'communication-security', 'Authorization, Communication Security'),
  discover: mcp(
    stateless,
    'basic/versioning',
    'protocol-version-negotiation',
    'Versioning, Protocol Version Negotiation',
  ),
  modernVersion: http('protocol-version-header', 'Protocol Version Header'),
  modernHeaders: http('standard-request-headers', 'Standard Request Headers'),
  modernValidation: http('server-validation', 'Server Validation'),
  modernSending: http('sending-messages', 'Sending Messages'),
  modernReceiving: http('receiving-messages', 'Receiving Messages'),
  modernMeta: mcp(stateless, 'basic', 'meta', 'Overview, _meta'),
  subscriptions: {
    document: stateless,
    title: 'Subscriptions',
    url: `${SITE}/${stateless}/basic/patterns/subscriptions`,
  },
  cardHosting: { document: 'SEP-2127', title: 'Server Cards, Discovery', url: `${CARDS}/docs/discovery.md` },
  cardSchema: { document: 'SEP-2127', title: 'Server Cards, Schema', url: `${CARDS}/schema.ts` },
} as const satisfies Record<string, Section>
