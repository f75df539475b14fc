/** Redaction of headers and URLs for events and errors. */
import { expect, test } from 'vitest'
import { redactHeaders, redactUrl } from '../../../../src/core/http/redact.ts'

test('only header values that are known to be harmless are shown', () => {
  const shown = redactHeaders({
    Accept: 'text/html',
    Authorization: 'Bearer secret',
    'Mcp-Session-Id': 'secret',
    'Mcp-Param-Region': 'secret',
    Cookie: 'secret',
    'X-Anything': 'secret',
    'MCP-Protocol-Version': '2025-11-25',
  })
  expect(shown).toMatchObject({ accept: 'text/html', 'mcp-protocol-version': '2025-11-25', 'x-anything': '[redacted]' })
  expect(JSON.stringify(shown)).not.toContain('secret')
})

test('a URL is shown without its query, user and fragment', () => {
  expect(redactUrl('https://u:p@host:81/a/b?key=secret#part')).toBe('https://host:81/a/b?[redacted]')
  expect(redactUrl('https://host/a')).toBe('https://host/a')
})
