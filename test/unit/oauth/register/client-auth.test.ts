/** How a client authenticates at the token endpoint. */
import { describe, expect, test } from 'vitest'
import { createClientAuth, encodeBasicCredentials } from '../../../../src/oauth/register/client-auth.ts'

const decode = (header: string) => atob(header.replace('Basic ', ''))

describe('Basic credentials', () => {
  test.for<[string, string]>([
    ['plain', 'plain'],
    ['a:b', 'a%3Ab'],
    ['100%', '100%25'],
    ['two words', 'two+words'],
    ['a+b', 'a%2Bb'],
    ['é€😀', '%C3%A9%E2%82%AC%F0%9F%98%80'],
    ["-._~!*'()", "-._~!*'()"],
  ])('%s is encoded as %s', ([text, expected]) => {
    expect(decode(encodeBasicCredentials(text, text))).toBe(`${expected}:${expected}`)
  })
})

/** The method that was used. */
async function findMethod(identity: Parameters<typeof createClientAuth>[0], methods?: string[]) {
  const as = { issuer: 'https://as.example', ...(methods ? { token_endpoint_auth_methods_supported: methods } : {}) }
  const [body, headers] = [new URLSearchParams(), new Headers()]
  await createClientAuth(identity, as)(as, { client_id: identity.id }, body, headers)
  if (headers.has('authorization')) return 'basic'
  return body.has('client_secret') ? 'post' : 'none'
}

describe('the authentication method', () => {
  const [basicMethod, post] = ['client_secret_basic', 'client_secret_post']
  test.for<[string | undefined, string | undefined, string[] | undefined, string]>([
    [undefined, undefined, undefined, 'none'],
    [undefined, undefined, [basicMethod], 'none'],
    ['s', undefined, undefined, 'basic'],
    ['s', undefined, [post], 'post'],
    ['s', undefined, [post, basicMethod], 'basic'],
    ['s', undefined, ['none'], 'none'],
    ['s', undefined, ['private_key_jwt'], 'basic'],
    ['s', post, undefined, 'post'],
    ['s', post, [post, basicMethod], 'post'],
    ['s', post, [basicMethod], 'basic'],
    ['s', 'none', undefined, 'none'],
  ])(
    'with the secret %s, registered for %s, at a server that supports %s, it is %s',
    async ([secret, method, methods, expected]) => {
      expect(await findMethod({ id: 'x', secret, method }, methods)).toBe(expected)
    },
  )
})
