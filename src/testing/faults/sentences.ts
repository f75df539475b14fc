/** One sentence about each fault, for the documentation: apart from the table, so that no program bundles them. */
import type { FaultName } from './table.ts'

export const faultSentences: Readonly<Record<FaultName, string>> = {
  'network-error': 'The request fails before anything was sent, with an error that does not say so, as in browsers.',
  'connection-refused': 'The request fails before anything was sent, with an error that proves it, as in Node.',
  'response-lost': 'The server executes the request, and the connection breaks before its response.',
  'late-response': 'The response begins late: after `delay` milliseconds, 1,000 if absent.',
  'never-answers': 'The server executes the request, and its response never begins.',
  'ignores-abort':
    'Aborting the request has no effect, and the response is `delay` milliseconds late, 1,000 if absent.',
  'http-status': 'The response has the HTTP status `status`, 500 if absent, and no answer.',
  'http-500': 'The response is 500 Internal Server Error, with `Retry-After` if `retryAfter` is given.',
  'http-502': 'The response is 502 Bad Gateway, with `Retry-After` if `retryAfter` is given.',
  'http-503': 'The response is 503 Service Unavailable, with `Retry-After` if `retryAfter` is given.',
  'http-429': 'The response is 429 Too Many Requests, with `Retry-After` if `retryAfter` is given.',
  unauthorized: 'The response is 401: the token is no longer valid.',
  'insufficient-scope': 'The response is 403: the token lacks the scope `scope`, `more` if absent.',
  'html-page': 'The response is a web page, as from a proxy or a login portal.',
  'wrong-content-type': 'The response has another media type than it should: `contentType`, `text/plain` if absent.',
  'no-cors-headers': 'The response has no CORS headers, so that pages of other origins cannot read it.',
  'redirect-302':
    'The response redirects (302) to `to`, another address of the server if absent. A client that follows it by the book sends a GET there.',
  'redirect-307':
    'The response redirects (307) to `to`, another address of the server if absent. The request is to be repeated there, this time.',
  'redirect-308':
    'The response redirects (308) to `to`, another address of the server if absent. The endpoint has moved for good.',
  'redirect-loop': 'The response redirects (307) to the address that was requested.',
  'redirect-other-origin':
    'The response redirects (307) to another origin: `to`, `https://elsewhere.example/mcp` if absent.',
  'ends-early': 'The body ends cleanly before the answer, or after `after` bytes.',
  'cut-in-message': 'The connection breaks in the middle of the answer, or after `after` bytes.',
  'cut-in-character': 'The connection breaks in the middle of a character, or after `after` bytes.',
  'falls-silent': 'The body stops in the middle of the answer and stays open, or after `after` bytes.',
  'holds-open': 'The body stays open after the answer.',
  'late-cut': 'The body stays open after the answer, and breaks off after `delay` milliseconds, 1,000 if absent.',
  flood: 'The answer is followed by 320 KiB of comments, and by no end.',
  'in-pieces': 'The body comes in pieces of `bytes` bytes, 7 if absent, `delay` milliseconds apart, 0 if absent.',
  slow: 'The body comes at `bytesPerSecond`, 100 if absent.',
  'wrong-id': 'The answer has the id of another request.',
  'foreign-answer': 'The event stream begins with the answer to another request.',
  'malformed-json': 'The answer is cut JSON in a complete event or body.',
  duplicates: 'Every message of the event stream comes twice.',
  'repeats-answer': 'The answer is followed by a progress notification and by a copy of the answer.',
  'huge-message': 'The answer is a message of `bytes` bytes, 20 MiB if absent.',
  'garbage-sse':
    'The event stream begins with lines that are no events: unknown fields, controls, bytes that are no UTF-8.',
  'forgets-sessions': 'The server has forgotten all sessions when the request arrives.',
  'expires-sessions': 'A session has expired when no request came for `idle` milliseconds, 60,000 if absent.',
  'closes-to-be-polled':
    'The stream closes after its first event id; the answer comes when the client resumes it (2025-11-25).',
  'retry-zero': 'The stream closes after its first event id, with `retry: 0`: the client resumes it soon.',
  'retry-large': 'The stream closes after its first event id, with a `retry` of a day, or of `retry` milliseconds.',
  'replays-too-much': 'A resumed stream begins with the event that the client has seen last.',
  'ping-unsupported': 'The server does not know the method `ping`.',
  'wrong-era': 'A request is refused as a server of the other era would: stateless ones as unknown, others as too old.',
  upgrades: 'The server speaks only 2026-07-28 from now on, also to clients that have a session.',
  downgrades: 'The server speaks only the revisions before 2026-07-28 from now on.',
  'unsupported-version': 'A stateless request is refused with -32022 and a list of older revisions, as gateways do.',
}
