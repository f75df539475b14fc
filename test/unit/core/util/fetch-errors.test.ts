/** Which errors of `fetch` the network caused, in the words of each engine. */
import { expect, test } from 'vitest'
import { isNetworkFailure } from '../../../../src/core/util/fetch-errors.ts'

test.each([
  'network error',
  'Failed to fetch',
  'Failed to fetch (null.example.com)',
  'NetworkError when attempting to fetch resource.',
  'The Internet connection appears to be offline.',
  'Load failed',
  'Load failed (undefined.example.com)',
  'Network request failed',
  'fetch failed',
  'terminated',
  'error sending request for url (https://nullstack.dev/mcp): client error (Connect): tcp connect error',
  'error sending request for url (https://a.dev/is not a function)',
  'Failed to connect',
  'Network connection lost.',
  'something that no engine says yet, with undefined in it',
])('a TypeError with "%s" is a failure of the network', (message) => {
  expect(isNetworkFailure(new TypeError(message))).toBe(true)
})

test.each([
  "Cannot read properties of undefined (reading 'x')",
  "Cannot read properties of null (reading 'x')",
  "Cannot set properties of undefined (setting 'x')",
  "Cannot destructure property 'x' of 'y' as it is undefined.",
  'Cannot convert undefined or null to object',
  'env.TOOLS.fetch is not a function',
  'headers is not iterable',
  'can\'t access property "x", y is undefined',
  'y is undefined',
  'y is null',
  "undefined is not an object (evaluating 'y.x')",
  "null is not an object (evaluating 'y.x')",
  "Failed to execute 'fetch' on 'Window': Illegal invocation",
  "Failed to construct 'Request': bad",
  'Failed to parse URL from /mcp',
  'Invalid URL',
  'Right side of assignment cannot be destructured',
])('a TypeError with "%s" is a mistake of the application', (message) => {
  expect(isNetworkFailure(new TypeError(message))).toBe(false)
})
