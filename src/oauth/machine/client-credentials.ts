/** The client credentials grant (RFC 6749, section 4.4), with a secret or a private key (RFC 7523). */
import { type ClientAuth, PrivateKeyJwt } from 'oauth4webapi'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import { createClientAuth } from '../register/client-auth.ts'
import type { Grant } from '../token/grant.ts'
import { checkNotEmpty, createGrant } from './create-grant.ts'
import type { KeyMaterial, SignatureAlgorithm } from './key-types.ts'
import { importPrivateKey } from './private-key.ts'

interface PrivateKeyCredentials {
  key: KeyMaterial
  alg: SignatureAlgorithm
  kid?: string | undefined
}

/** The credentials are sent to this issuer only. */
export type ClientCredentials = { issuer: string; id: string } & ({ secret: string } | PrivateKeyCredentials)

/** A service that signs in as itself. */
export function clientCredentials(options: ClientCredentials): Grant {
  const { issuer, id } = options
  if ('secret' in options) checkNotEmpty('secret', options.secret ?? '')
  return createGrant('oauth-client-credentials', [issuer], async ({ as, resource, scope, requestToken }) => {
    const auth = 'secret' in options ? createClientAuth(options, as) : await createKeyAuth(options, as)
    return requestToken(as, { id, auth }, 'client_credentials', { resource, scope })
  })
}

/** Signs a new assertion for each request. */
async function createKeyAuth({ key, alg, kid }: PrivateKeyCredentials, as: ServerMetadata): Promise<ClientAuth> {
  const { issuer, token_endpoint_auth_signing_alg_values_supported: supported } = as
  if (supported && !supported.includes(alg)) {
    throw new AuthError(`${issuer} accepts no assertions signed with ${alg}`, {
      reason: 'client-auth-unsupported',
      issuer,
    })
  }
  const imported = await importPrivateKey(key, alg)
  const sign = PrivateKeyJwt(kid === undefined ? imported : { key: imported, kid })
  return async (server, client, body, headers) => {
    await sign(server, client, body, headers)
    // The assertion already names the client.
    body.delete('client_id')
  }
}
