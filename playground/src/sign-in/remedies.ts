/** What each failure of a sign-in means, in one sentence, and what to do about it. */
import type { AuthError, AuthErrorReason } from '../../../src/oauth/index.ts'

export interface Remedy {
  what: string
  fix: string
  /** The document to correct. */
  document?: string
  field?: string
}

const RESOURCE = 'protected resource metadata, /.well-known/oauth-protected-resource (RFC 9728)'
const SERVER = 'authorization server metadata, /.well-known/oauth-authorization-server (RFC 8414)'
const AGAIN = 'Sign in again.'

const remedies: Record<AuthErrorReason, Remedy> = {
  'sign-in-required': { what: 'This server requires sign-in.', fix: 'Sign in.' },
  expired: { what: 'The token has expired, and it cannot be refreshed.', fix: AGAIN },
  scope: { what: 'The call needs scopes that the token does not have.', fix: 'Sign in again with these scopes.' },
  'pkce-unsupported': {
    what: 'The authorization server does not announce PKCE with S256.',
    fix: 'Support PKCE, and list S256 in the metadata.',
    document: SERVER,
    field: 'code_challenge_methods_supported',
  },
  'resource-mismatch': {
    what: 'The metadata document describes another server.',
    fix: 'Set resource to the URL of the MCP endpoint.',
    document: RESOURCE,
    field: 'resource',
  },
  'resource-metadata-unavailable': {
    what: 'The MCP server requires a token, but does not say who issues it.',
    fix: 'Serve the protected resource metadata.',
    document: RESOURCE,
    field: 'authorization_servers; and resource_metadata in WWW-Authenticate of the 401',
  },
  'authorization-server-metadata-unavailable': {
    what: 'The authorization server does not publish its metadata.',
    fix: 'Serve the authorization server metadata.',
    document: SERVER,
    field: 'issuer, authorization_endpoint, token_endpoint',
  },
  'issuer-mismatch': {
    what: 'The metadata document names another issuer than the MCP server.',
    fix: 'Set issuer to exactly the URL in authorization_servers. A trailing slash counts.',
    document: SERVER,
    field: 'issuer',
  },
  'client-id-required': {
    what: 'Clients cannot register at this authorization server.',
    fix: 'Add one of these fields, or use an existing OAuth client.',
    document: SERVER,
    field: 'registration_endpoint, or client_id_metadata_document_supported',
  },
  'redirect-uri-unlisted': {
    what: 'The client ID metadata document does not list the redirect URI of this page.',
    fix: 'Add the redirect URI below to redirect_uris.',
    document: 'client ID metadata document',
    field: 'redirect_uris',
  },
  'client-auth-unsupported': {
    what: 'The authorization server wants a client authentication that this page does not have.',
    fix: 'Support token_endpoint_auth_method none, or client_secret_basic.',
    document: SERVER,
    field: 'token_endpoint_auth_methods_supported',
  },
  'registration-rejected': {
    what: 'The authorization server refused to register this page.',
    fix: 'Allow the registration, or use an existing OAuth client.',
    document: 'response of registration_endpoint',
  },
  'authorization-server-changed': {
    what: 'The MCP server names another authorization server than the one of this client.',
    fix: 'Correct authorization_servers, or the issuer of the existing OAuth client.',
    document: RESOURCE,
    field: 'authorization_servers',
  },
  'authorization-refused': {
    what: 'The authorization server refused the sign-in.',
    fix: 'Sign in again and allow access, or correct the parameter that the server names.',
  },
  'invalid-callback': {
    what: 'The callback does not belong to this sign-in: its state or its iss is wrong.',
    fix: 'Sign in again. If it repeats, the server must return state unchanged, and iss as in its metadata.',
  },
  'token-refused': {
    what: 'The token endpoint refused the request.',
    fix: 'Correct what the server says, then sign in again.',
    document: 'response of token_endpoint',
  },
  'temporarily-unavailable': {
    what: 'The authorization server is temporarily unavailable.',
    fix: 'Try again in a moment.',
  },
  'redirect-refused': {
    what: 'The server redirects a request that must not be redirected.',
    fix: 'Serve the answer at this URL.',
  },
  'url-refused': { what: 'A URL in the metadata cannot be used.', fix: 'Use https URLs, or http for localhost.' },
  'cors-or-network': {
    what: 'The page could not read an answer.',
    fix: 'Send CORS headers with metadata, registration and tokens, and check that the server is up.',
    document: 'the request that failed',
    field: 'Access-Control-Allow-Origin, Access-Control-Allow-Headers',
  },
  'popup-blocked': {
    what: 'The browser blocked the pop-up.',
    fix: 'Allow pop-ups for this page, or use Sign in (redirect).',
  },
  'popup-closed': {
    what: 'The window was closed before the sign-in was complete.',
    fix: 'Sign in again. If the window showed an error about the redirect URI, register the redirect URI of this page.',
  },
  'dpop-refused': {
    what: 'The proof of the token key (DPoP) was refused.',
    fix: 'Expose the DPoP-Nonce header to pages (CORS), then sign in again.',
  },
  'blocked-by-policy': { what: 'A policy forbids this sign-in.', fix: 'Ask the administrator of the server.' },
  'store-failed': {
    what: 'The browser does not store the sign-in.',
    fix: 'Allow storage for this page, then sign in again.',
  },
  unauthorized: {
    what: 'The MCP server refuses the token that it asked for.',
    fix: 'Check that the server accepts tokens of this issuer for this resource.',
  },
}

export function explain({ reason, server }: AuthError): Remedy {
  if (reason === 'authorization-refused' && server?.error === 'access_denied') {
    return {
      what: 'Access was denied.',
      fix: 'Sign in again and allow access, or use an account that may have it.',
    }
  }
  if (reason === 'token-refused' && server?.error === 'invalid_grant') {
    return {
      ...remedies[reason],
      fix: 'The code was used, has expired, or belongs to another redirect URI. Sign in again.',
    }
  }
  return remedies[reason]
}
