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

test.each([
  'state',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'resource',
  'scope',
  'request',
  'request_uri',
  'response_type',
])('the parameter %s of the authorization request cannot be replaced', (name) => {
  const options = { server: 'https://mcp.example/mcp', authorizationParameters: { [name]: 'x' } }
  expect(() => oauth(options)).toThrow(`authorizationParameters: ${name} is set by the flow itself`)
})
