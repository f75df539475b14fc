/** The features of the main entry, and which source files exist for each; a file belongs to the first that matches. */

export const features: readonly [feature: string, files: RegExp][] = [
  ['HTTP+SSE of 2024-11-05, and the fallback to it', /http-sse|shared-stream|silence-watchdog|transport-fallback/],
  ['sessions: replacement, keepalive, handshake', /session|keepalive|handshake/],
  ['listening to changes, both eras', /get-stream|listen(-modern|-legacy)?\.|change-notifications/],
  ['the other parts of 2025-11-25 and before', /\/legacy\//],
  ['2026-07-28: requests, headers, parameters', /\/modern\//],
  ['finding out what a server speaks', /\/negotiation\/|refusals|era-cache|\/era\.ts|revisions/],
  ['resuming streams', /sse\/(resume|event-cursor|activity|extra-stream)|resume-token|backoff/],
  ['event streams and their messages', /\/sse\/|eventsource-parser/],
  ['reading on after the answer', /drain/],
  ['caching of responses', /\/cache\/|sha256|hash-text|to-hex/],
  ['questions of the server: elicitation, sampling, roots', /server-requests|handler/],
  ['one request: calls, progress, exchange', /\/rpc\/|methods\/request\.ts/],
  ['tools, resources, prompts, lists', /\/methods\//],
  ['deadlines and aborts', /deadline|abort|call-scope|timeout-pause|util\/(sleep|delay)/],
  ['HTTP: requests, bodies, headers', /http\/(http-client|post-message|user-headers)|util\/body/],
  ['errors and their messages', /error|redact|cors-hints|clean-text|caller-line|invalid-argument|report-in-page/],
  ['checks of what servers send', /validation/],
  ['options and their checks', /options/],
  ['the client itself and everything else', /./],
]
