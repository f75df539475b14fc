/** Which transport a URL speaks for: a table. */
import { expect, test } from 'vitest'
import { detectTransport } from '../../../../src/core/index.ts'

const sse = ['/sse', '/sse/', '/sse//', '/a/sse?key=1', '/sse/?x=/mcp', '/sse#f']
const streamable = ['/mcp', '/sse-docs', '/assets', '/mcp?next=/sse', '/mcp#/sse', '/sse/messages', '/', '']
const host = 'https://tools.example.com'

test.each(sse)('F-13 %s is HTTP+SSE, unless the option says otherwise', (path) => {
  for (const url of [host + path, new URL(path, host)]) {
    expect(detectTransport(url)).toBe('sse')
    expect(detectTransport(url, 'auto')).toBe('sse')
    expect(detectTransport(url, 'streamable-http')).toBe('streamable-http')
  }
})

test.each(streamable)('F-13 "%s" is Streamable HTTP, unless the option says otherwise', (path) => {
  for (const url of [host + path, new URL(path, host)]) {
    expect(detectTransport(url)).toBe('streamable-http')
    expect(detectTransport(url, 'auto')).toBe('streamable-http')
    expect(detectTransport(url, 'sse')).toBe('sse')
  }
})

test('F-13 a host that is called sse says nothing', () => {
  expect(detectTransport('https://sse.example.com/mcp')).toBe('streamable-http')
  expect(detectTransport('https://mcp.example.com/sse')).toBe('sse')
})
