/** The error classes: codes, recognition across copies, and what is serialised. */
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/apps/errors.ts'
import * as api from '../../../src/core/index.ts'
import { DiscoverError } from '../../../src/discover/errors.ts'
import { DurableError } from '../../../src/durable/index.ts'
import { GroupError } from '../../../src/group/errors.ts'
import { AuthError, AuthorizationRequiredError, InsufficientScopeError } from '../../../src/oauth/errors.ts'
import { RelayError } from '../../../src/relay/errors.ts'
import { TaskError } from '../../../src/tasks/task.ts'
import { ToolError } from '../../../src/tools/errors.ts'
import { TransportError, UnauthorizedError } from '../../../src/transport/errors.ts'
import { DriftError } from '../../../src/typegen/index.ts'

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

test('isMcpError narrows to the errors of every entry', () => {
  type Codes<Class extends new (...args: never[]) => { code: string }> = InstanceType<Class>['code']
  const classes = {
    AuthError,
    AuthorizationRequiredError,
    DurableError,
    DriftError,
    InsufficientScopeError,
    AppError,
    GroupError,
    RelayError,
    TaskError,
    ToolError,
    TransportError,
    UnauthorizedError,
    DiscoverError,
  }
  // Compiles only if the two unions are the same.
  type Added = api.AddOnErrors[keyof api.AddOnErrors]['code']
  const toUnion = (code: Codes<(typeof classes)[keyof typeof classes]>): Added => code
  const fromUnion = (code: Added): Codes<(typeof classes)[keyof typeof classes]> => code
  expect(fromUnion(toUnion('tool'))).toBe('tool')
  const error: unknown = new ToolError('denied', 'add')
  expect(api.isMcpError(error) && error.code === 'tool' && error.reason).toBe('denied')
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
