/** Mistakes in the options of `oauth()`. */
import { expect, test } from 'vitest'
import { oauth } from '../../../src/oauth/index.ts'

test.each([
  'https://user@mcp.example/mcp',
  'https://user:secret@mcp.example/mcp',
  'https://:secret@mcp.example/mcp',
  'ftp://mcp.example/mcp',
  'mcp.example',
  '',
])('the server %j is refused without repeating it', (server) => {
  expect(() => oauth({ server })).toThrow(/^server: expected an http\(s\) URL without user info$/)
})

test.each(['http://app.example/cb', 'javascript:alert(1)', 'https://app.example/cb#part', 'cb'])(
  'the redirect URI %j is refused',
  (redirectUri) => {
    expect(() => oauth({ server: 'https://mcp.example/mcp', redirectUri })).toThrow(TypeError)
  },
)
