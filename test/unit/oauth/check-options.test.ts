/** Mistakes in the options of `oauth()`. */
import { expect, test } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { oauth } from '../../../src/oauth/index.ts'

test.each([
  ['https://user:secret@mcp.example/mcp', 'a user in it: use the option headers'],
  ['ftp://mcp.example/mcp', 'ftp:'],
  ['mcp.example', 'no scheme: put https:// or http:// before it'],
  ['localhost:8101/mcp', 'no scheme: put https:// or http:// before it'],
  ['npx -y some-server', 'blanks: commands (stdio) cannot be run here'],
  ['https://:80:80', 'one that is not valid'],
  ['', '""'],
  [undefined, 'undefined'],
])('the server %j is refused as connect() does, without repeating it', async (given, mistake) => {
  const server = given as string
  expect(() => oauth({ server })).toThrow(`server: expected an http or https URL, got ${mistake}`)
  await expect(connect(server)).rejects.toThrow(`connect: expected an http or https URL, got ${mistake}`)
})

test('a redirect URI with a scheme of its own needs an option, and some schemes are never allowed', () => {
  const create = (redirectUri: string, allowCustomScheme?: boolean) => () =>
    oauth({ server: 'https://mcp.example/mcp', redirectUri, allowCustomScheme })
  expect(create('com.example.app:/cb')).toThrow(/A native application sets allowCustomScheme$/)
  expect(create('com.example.app:/cb', true)).not.toThrow()
  for (const scheme of ['javascript', 'data', 'file', 'ftp', 'blob'])
    expect(create(`${scheme}:x`, true)).toThrow(TypeError)
  expect(create('http://app.example/cb', true)).toThrow(TypeError)
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
