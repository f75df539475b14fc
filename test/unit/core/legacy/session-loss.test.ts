/** How servers say that they have lost a session, and what only resembles it. */
import { expect, test } from 'vitest'
import { HttpError, RpcError } from '../../../../src/core/errors.ts'
import { isSessionLoss } from '../../../../src/core/legacy/session-loss.ts'

const rpc = (status: number, code: number, message: string) =>
  new RpcError('tools/call', { code, message }, { delivery: 'answered', status })

const http = (status: number, bodyPreview = '', headers: Record<string, string> = {}) =>
  new HttpError('refused', { delivery: 'unknown', status, bodyPreview, headers: new Headers(headers) })

test.each([
  ['404', http(404)],
  ['410', http(410)],
  ['404, -32001', rpc(404, -32_001, 'Session not found')],
  ['SDKs in TypeScript', rpc(400, -32_000, 'Bad Request: No valid session ID provided')],
  ['SDKs in TypeScript, not initialized', rpc(400, -32_000, 'Bad Request: Server not initialized')],
  ['proxies', rpc(400, -32_000, 'Bad Request: session ID required or initialization expected')],
  ['Python 1.8', http(400, 'Bad Request: No valid session ID provided')],
  ['Python, without an id', http(400, 'Bad Request: Missing session ID')],
  ['Rust', http(401, 'Unauthorized: Session not found')],
  ['expired', http(400, '{"error":"Invalid or expired session ID"}')],
  ['expired, -32000', rpc(400, -32_000, 'Session expired')],
  ['404 with the code of an unknown method', rpc(404, -32_601, 'Session not found')],
  ['404 with the code of invalid params', rpc(404, -32_602, 'Invalid session ID')],
  ['404 with the code of an unknown resource', rpc(404, -32_002, 'Session not found')],
  ['HTTP+SSE', http(400, 'No transport found for sessionId')],
  ['HTTP+SSE, JSON', http(400, '{"error":"Invalid session"}')],
])('a lost session: %s', (_, error) => {
  expect(isSessionLoss(error)).toBe(true)
})

test.each([
  ['unknown method', rpc(404, -32_601, 'Method not found')],
  ['unknown tool', rpc(404, -32_602, 'Unknown tool')],
  ['unknown resource', rpc(404, -32_002, 'Resource not found')],
  ['unknown tool called session', rpc(404, -32_602, 'Tool session not found')],
  ['bad arguments', rpc(400, -32_602, 'Invalid session ID')],
  ['bad arguments that name a session', rpc(400, -32_000, 'Invalid arguments: session must be a string')],
  ['a missing argument', rpc(400, -32_000, 'Missing argument session')],
  ['an argument that is not valid', rpc(400, -32_000, 'Session argument is not valid')],
  ['a tool called session', rpc(400, -32_000, 'Tool session not found')],
  ['a quoted tool called session', rpc(400, -32_000, 'Tool "session" not found')],
  ['a text in the middle', rpc(400, -32_000, 'The report about a session was not found')],
  ['another code', rpc(400, -32_020, 'No valid session ID provided')],
  ['an expired token', http(401, 'Session expired', { 'www-authenticate': 'Bearer error="invalid_token"' })],
  ['401 without words', http(401)],
  ['400 without words', http(400)],
  ['403', http(403, 'Session not found')],
  ['500', http(500, 'Session not found')],
  ['503', http(503, 'No active SSE connection')],
  ['a good response', rpc(0, -32_000, 'No valid session ID provided')],
  ['no error of a server', new TypeError('Session not found')],
  ['nothing', undefined],
])('no lost session: %s', (_, error) => {
  expect(isSessionLoss(error)).toBe(false)
})

test('some statuses count for one transport only, and only with the words', () => {
  expect(isSessionLoss(http(503, 'No active SSE connection for session 7'), false, 503)).toBe(true)
  expect(isSessionLoss(http(503, 'Overloaded'), false, 503)).toBe(false)
})

test('a status alone is no plain word', () => {
  expect(isSessionLoss(http(404), true)).toBe(false)
  expect(isSessionLoss(http(404, 'Cannot GET /mcp'), true)).toBe(false)
  expect(isSessionLoss(rpc(404, -32_001, 'There is no such session'), true)).toBe(true)
  expect(isSessionLoss(http(404, 'no such session'), true)).toBe(true)
})
