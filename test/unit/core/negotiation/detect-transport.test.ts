/** Which transport a URL suggests. */
import { expect, test } from 'vitest'
import { detectTransport } from '../../../../src/core/index.ts'

const sse = ['/sse', '/sse/', '/sse//', '/a/sse?key=1', '/sse/?x=/mcp', '/sse#f']
const streamable = ['/mcp', '/sse-docs', '/assets', '/mcp?next=/sse', '/mcp#/sse', '/sse/messages', '/', '']
const host = 'https://tools.example.com'

test.each(sse)('%s is HTTP+SSE, unless the option says otherwise [F-13]', (path) => {
  for (const url of [host + path, new URL(path, host)]) {
    expect(detectTransport(url)).toBe('sse')
    expect(detectTransport(url, 'auto')).toBe('sse')
    expect(detectTransport(url, 'streamable-http')).toBe('streamable-http')
  }
})

test.each(streamable)('"%s" is Streamable HTTP, unless the option says otherwise [F-13]', (path) => {
  for (const url of [host + path, new URL(path, host)]) {
    expect(detectTransport(url)).toBe('streamable-http')
    expect(detectTransport(url, 'auto')).toBe('streamable-http')
    expect(detectTransport(url, 'sse')).toBe('sse')
  }
})

test('the name of the host does not matter [F-13]', () => {
  expect(detectTransport('https://sse.example.com/mcp')).toBe('streamable-http')
  expect(detectTransport('https://mcp.example.com/sse')).toBe('sse')
})

test.each(['https:', '//', 'http://[', 'https://a b'])('"%s" is no URL', (url) => {
  const message = 'detectTransport: expected a URL, got another text'
  expect(() => detectTransport(url)).toThrow(expect.objectContaining({ code: 'invalid-argument', message }))
  expect(detectTransport(url, 'sse')).toBe('sse')
})
