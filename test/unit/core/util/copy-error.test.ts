/** What is kept of an error of a runtime or a library: its name, code and message, without secrets. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { ConnectionError } from '../../../../src/core/errors.ts'
import { copyError } from '../../../../src/core/util/copy-error.ts'

/** The error of undici for a response that is not HTTP. */
function parserError(): Error {
  const parser = Object.assign(new Error('Response does not match the HTTP/1.1 protocol'), {
    name: 'HTTPParserError',
    code: 'HPE_INVALID_CONSTANT',
    data: 'HTTP/1.1 200\r\nset-cookie: sid=hunter2',
  })
  return new TypeError('fetch failed', { cause: parser })
}

test('a cause has the names, codes and messages of a chain of errors, and nothing else', () => {
  const { cause } = new ConnectionError('no response', { cause: parserError() }) as { cause: Error }
  expect(`${cause} < ${cause.cause}`).toBe(
    'TypeError: fetch failed < HTTPParserError: Response does not match the HTTP/1.1 protocol',
  )
  expect(cause.cause).toMatchObject({ code: 'HPE_INVALID_CONSTANT' })
  expect(inspect(cause, { depth: 9, showHidden: true })).not.toContain('hunter2')
})

test('URLs in a message lose their query', () => {
  const copy = copyError(new Error('cannot get (https://tools.example.com/mcp?key=hunter2): refused')) as Error
  expect(copy.message).toBe('cannot get (https://tools.example.com/mcp?[redacted]): refused')
  expect(copy.stack).not.toContain('hunter2')
})

test('known secrets are removed', () => {
  const redact = (text: string) => text.replaceAll('hunter2', '[redacted]')
  const copy = copyError(new Error('no hunter2', { cause: new Error('hunter2') }), redact) as Error
  expect(`${copy} ${copy.cause}`).toBe('Error: no [redacted] Error: [redacted]')
})

test('an error that is its own cause ends', () => {
  const error = new Error('x')
  error.cause = error
  expect(copyError(error)).toMatchObject({ message: 'x' })
})

test('errors of this package and values that are no errors stay themselves', () => {
  const inner = new ConnectionError('inner')
  const issue = { message: 'too long', path: ['name'] }
  expect(new ConnectionError('outer', { cause: inner }).cause).toBe(inner)
  expect(new ConnectionError('outer', { cause: issue }).cause).toBe(issue)
  expect(new ConnectionError('outer').cause).toBeUndefined()
})
