/** The error classes: codes, recognition across copies, and what is serialised. */
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import * as api from '../../../src/core/index.ts'

test('every error class has a code of its own, a name and a delivery', () => {
  const errors = [
    new api.McpError('x'),
    new api.RpcError('m', { code: 1, message: 'x'.repeat(5000) }),
    new api.HttpError('x', { status: 500, headers: new Headers() }),
    new api.ConnectionError('x'),
    new api.ConnectError('x', { attempts: [] }),
    new api.NotMcpEndpointError('x'),
    new api.TimeoutError('x', { limit: 'timeout' }),
    new api.InvalidMessageError('x'),
    new api.VersionError('x', { supported: ['a'], requested: ['b'] }),
    new api.ClosedError('x'),
  ]
  expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
  expect(errors.map(({ name }) => name)).toEqual(errors.map((error) => error.constructor.name))
  for (const error of errors) {
    expect(api.isMcpError(error)).toBe(true)
    expect(['not-executed', 'answered', 'unknown']).toContain(error.delivery)
  }
  expect((errors[1] as api.RpcError).rpcMessage).toHaveLength(1000)
})

test('isMcpError recognises the errors of another copy and another realm, and nothing else', () => {
  const foreign = runInNewContext(`
    const error = new Error('from elsewhere')
    Object.defineProperty(error, Symbol.for('mcp-over-fetch.error'), { value: true })
    error
  `)
  expect(foreign instanceof Error).toBe(false)
  expect(api.isMcpError(foreign)).toBe(true)
  for (const other of [new Error('x'), null, undefined, 'text', {}, { code: 'rpc' }]) {
    expect(api.isMcpError(other)).toBe(false)
  }
})

test('the headers of a response can be read but are not serialised', () => {
  const headers = new Headers({ 'set-cookie': 'secret' })
  const error = new api.HttpError('x', { status: 500, headers })
  expect(error.headers).toBe(headers)
  expect(JSON.stringify(error)).not.toContain('secret')
  expect(Object.keys(error)).not.toContain('headers')
})
