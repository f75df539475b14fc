/** How a client authenticates at the token endpoint (RFC 6749, section 2.3). */
import type { ClientAuth } from 'oauth4webapi'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import type { Registration } from '../store/records.ts'

/** A client id and its credentials. */
export type ClientIdentity = Pick<Registration, 'id' | 'secret' | 'method'>

/** A client id and the function that adds its credentials to a request. */
export interface AuthenticatedClient {
  id: string
  auth: ClientAuth
}

export const BASIC = 'client_secret_basic'
export const POST = 'client_secret_post'

/** With a secret: the registered method if the server supports it, else Basic, else POST. */
export function createClientAuth({ secret, method }: ClientIdentity, as: ServerMetadata): ClientAuth {
  const supported = as.token_endpoint_auth_methods_supported
  const isSupported = (name: string | undefined) => name && (!supported || supported.includes(name))
  const chosen = !secret ? 'none' : ([method, BASIC, POST, 'none'].find(isSupported) ?? BASIC)
  return (_as, { client_id }, body, headers) => {
    if (chosen !== 'none' && chosen !== POST) {
      return headers.set('authorization', encodeBasicCredentials(client_id, secret!))
    }
    body.set('client_id', client_id)
    if (chosen === POST) body.set('client_secret', secret!)
  }
}

/**
 * Form-encodes as RFC 6749, section 2.3.1, says, but leaves characters that need no encoding. Many servers compare without
 * decoding, so the encoder of the library, which encodes more, is not used.
 */
export function encodeBasicCredentials(id: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return `Basic ${btoa(`${encode(id)}:${encode(secret)}`)}`
}
