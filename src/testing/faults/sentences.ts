/** One sentence about each fault, for the documentation: apart from the table, so that no program bundles them. */
import type { FaultName } from './table.ts'

export const faultSentences: Readonly<Record<FaultName, string>> = {
  'network-error': 'The request fails before anything is sent, with an ambiguous error, as in browsers.',
  'connection-refused': 'The request fails before anything is sent, with an error code that proves it, as in Node.',
  'response-lost': 'The server executes the request, and the connection breaks before its response.',
  'late-response': 'The response starts after `delay` milliseconds (default 1,000).',
  'never-answers': 'The server executes the request, but the response never starts.',
  'ignores-abort': 'Aborting the request has no effect, and the response is `delay` milliseconds late (default 1,000).',
  'http-status': 'The response has the HTTP status `status` (default 500) and no answer.',
  'http-500': 'The response is 500 Internal Server Error, with `Retry-After` if `retryAfter` is given.',
  'http-502': 'The response is 502 Bad Gateway, with `Retry-After` if `retryAfter` is given.',
  'http-503': 'The response is 503 Service Unavailable, with `Retry-After` if `retryAfter` is given.',
  'http-429': 'The response is 429 Too Many Requests, with `Retry-After` if `retryAfter` is given.',
  unauthorized: 'The response is 401: the token is no longer valid.',
  'insufficient-scope': 'The response is 403: the token lacks the scope `scope` (default `more`).',
  'html-page': 'The response is an HTML page, as from a proxy or a login portal.',
  'wrong-content-type': 'The response has the wrong media type: `contentType` (default `text/plain`).',
  'no-cors-headers': 'The response has no CORS headers, so pages of other origins cannot read it.',
  'redirect-302':
    'The response redirects (302) to `to` (default: another path of the server). A compliant client follows with a GET.',
  'redirect-307':
    'The response redirects (307) to `to` (default: another path of the server). The client must repeat the request there.',
  'redirect-308':
    'The response redirects (308) to `to` (default: another path of the server). The endpoint has moved permanently.',
  'redirect-loop': 'The response redirects (307) to the requested URL.',
  'redirect-other-origin':
    'The response redirects (307) to another origin: `to` (default `https://elsewhere.example/mcp`).',
  'ends-early': 'The body ends cleanly before the answer, or after `after` bytes.',
  'cut-in-message': 'The connection breaks in the middle of the answer, or after `after` bytes.',
  'cut-in-character': 'The connection breaks in the middle of a character, or after `after` bytes.',
  'falls-silent': 'The body stops in the middle of the answer and stays open, or after `after` bytes.',
  'holds-open': 'The body stays open after the answer.',
  'late-cut': 'The body stays open after the answer and breaks after `delay` milliseconds (default 1,000).',
  flood: 'After the answer come 320 KiB of comments, and the body stays open.',
  'in-pieces': 'The body arrives in chunks of `bytes` bytes (default 7), `delay` milliseconds apart (default 0).',
  slow: 'The body arrives at `bytesPerSecond` (default 100).',
  'wrong-id': 'The answer has the id of another request.',
  'foreign-answer': 'The event stream starts with the answer to another request.',
  'malformed-json': 'The answer is truncated JSON in a complete event or body.',
  duplicates: 'Every message of the event stream arrives twice.',
  'repeats-answer': 'A progress notification and a copy of the answer follow the answer.',
  'huge-message': 'The answer is a message of `bytes` bytes (default 20 MiB).',
  'garbage-sse': 'The event stream starts with invalid lines: unknown fields, control characters, invalid UTF-8.',
  'forgets-sessions': 'All sessions have expired when the request arrives.',
  'expires-sessions': 'Sessions expire after `idle` milliseconds without a request (default 60,000).',
  'closes-to-be-polled':
    'The stream closes after its first event id; the answer arrives when the client resumes it (2025-11-25).',
  'retry-zero': 'The stream closes after its first event id, with `retry: 0`, so the client resumes it soon.',
  'retry-large': 'The stream closes after its first event id, with a `retry` of `retry` milliseconds (default: a day).',
  'replays-too-much': 'A resumed stream starts with the last event that the client has seen.',
  'ping-unsupported': 'The server does not know the method `ping`.',
  'wrong-era': 'Requests are rejected as by a server of the other era: stateless ones as unknown, others as too old.',
  upgrades: 'The server speaks only 2026-07-28 from now on, even to clients with a session.',
  downgrades: 'The server speaks only versions before 2026-07-28 from now on.',
  'unsupported-version':
    'Stateless requests are rejected with -32022 and a list of older versions, as by some gateways.',
}
