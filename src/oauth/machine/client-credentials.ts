/** The client credentials grant (RFC 6749, section 4.4), with a secret, a private key or an assertion (RFC 7523). */
import { type ClientAuth, modifyAssertion, PrivateKeyJwt } from 'oauth4webapi'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import { createClientAuth } from '../register/client-auth.ts'
import type { Grant } from '../token/grant.ts'
import { checkNotEmpty, createGrant, requireText } from './create-grant.ts'
import type { KeyMaterial, SignatureAlgorithm } from './key-types.ts'
import { importPrivateKey } from './private-key.ts'
import type { AssertionContext } from './workload.ts'

interface PrivateKeyCredentials {
  key: KeyMaterial
  alg: SignatureAlgorithm
  kid?: string | undefined
  /** Further claims of the assertion; those that RFC 7523 demands can be replaced too, such as `aud` for some servers. */
  claims?: Readonly<Record<string, unknown>> | undefined
}

interface AssertionCredentials {
  /** A signed assertion (RFC 7523), from a key service for instance; a function is called for each request. */
  assertion: string | ((context: AssertionContext) => string | Promise<string>)
}

/** The credentials are sent to this issuer only. */
export type ClientCredentials = { issuer: string; id: string } & (
  | { secret: string }
  | PrivateKeyCredentials
  | AssertionCredentials
)

/** A service that signs in as itself. */
export function clientCredentials(options: ClientCredentials): Grant {
  const { issuer, id } = options
  if ('secret' in options) checkNotEmpty('secret', options.secret ?? '')
  if ('assertion' in options) checkNotEmpty('assertion', options.assertion ?? '')
  return createGrant('oauth-client-credentials', [issuer], async ({ as, resource, scope, requestToken }) => {
    const auth = await createAuth(options, as, resource)
    return requestToken(as, { id, auth }, 'client_credentials', { resource, scope })
  })
}

async function createAuth(options: ClientCredentials, as: ServerMetadata, resource: string): Promise<ClientAuth> {
  if ('secret' in options) return createClientAuth(options, as)
  if ('key' in options) return createKeyAuth(options, as)
  const { assertion } = options
  const context = { issuer: as.issuer, tokenEndpoint: as.token_endpoint ?? '', resource }
  const token = typeof assertion === 'function' ? await assertion(context) : assertion
  requireText(token, 'assertion', as.issuer)
  return (_as, _client, body) => {
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    body.set('client_assertion', token)
  }
}

/** Signs a new assertion for each request. */
async function createKeyAuth(
  { key, alg, kid, claims }: PrivateKeyCredentials,
  as: ServerMetadata,
): Promise<ClientAuth> {
  const { issuer, token_endpoint_auth_signing_alg_values_supported: supported } = as
  if (supported && !supported.includes(alg)) {
    throw new AuthError(`${issuer} accepts no assertions signed with ${alg}`, {
      reason: 'client-auth-unsupported',
      issuer,
    })
  }
  const imported = await importPrivateKey(key, alg)
  const sign = PrivateKeyJwt(kid === undefined ? imported : { key: imported, kid }, {
    [modifyAssertion]: (_header, payload) => void Object.assign(payload, claims),
  })
  return async (server, client, body, headers) => {
    await sign(server, client, body, headers)
    // The assertion already names the client.
    body.delete('client_id')
  }
}
