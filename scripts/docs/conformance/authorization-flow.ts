/** Authorization: scopes, the response, tokens. */
import { kept, must, mustNot, section, should, type Topic } from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })
const shared = (path: string, anchor: string) => ({ '2026-07-28': path, '2025-11-25': `basic/authorization#${anchor}` })
const index = 'basic/authorization'
const validIssuer = 'oauth/callback > the iss of a callback must be exactly the issuer of the request'
const challenged =
  'oauth/authorization-request > the scope comes from the challenge, else from the metadata, else from the options, else none is sent'

export const authorizationFlow: Topic = {
  title: 'Authorization flow and tokens',
  sections: [
    section(
      'Scope selection',
      shared(`${index}#scope-selection-strategy`, 'scope-selection-strategy'),
      should(
        'Clients request only the scopes that they need',
        kept(
          'oauth/authorize/scope',
          'oauth/authorization-request > the application adds parameters to the authorization request and chooses among the scopes of the server',
        ),
      ),
      should(
        'The order is: the scope of the challenge, then `scopes_supported`, else none',
        kept('oauth/authorize/scope', challenged),
      ),
    ),
    section(
      'Authorization response validation',
      modern(`${index}#authorization-response-validation`),
      must(
        'The client records the validated issuer before it sends the user away',
        kept(
          'oauth/authorize/authorization-code oauth/store/records',
          'oauth/callback > a code is redeemed at the server that issued it, although the metadata names another by now',
        ),
      ),
      must(
        'The validation of RFC 9207 comes before the code is sent anywhere',
        kept('oauth/authorize/check-callback', validIssuer),
      ),
      must(
        'A present `iss` is compared by simple string comparison',
        kept('oauth/authorize/check-callback', validIssuer),
      ),
      must(
        'A missing `iss` is rejected if the server advertises it',
        kept('oauth/authorize/check-callback', validIssuer),
      ),
      mustNot('Clients normalize the issuer before comparing', kept('oauth/authorize/check-callback', validIssuer)),
      mustNot(
        'On mismatch the client acts on or displays the error of the response',
        kept(
          'oauth/authorize/check-callback',
          'oauth/callback > error text of a callback is not shown before its issuer is verified',
        ),
      ),
    ),
    section(
      'Resource parameter',
      shared(`${index}#resource-parameter-implementation`, 'resource-parameter-implementation'),
      must(
        'Clients implement Resource Indicators (RFC 8707)',
        kept(
          'oauth/authorize/authorization-code',
          'oauth/authorization-request > the resource is sent exactly as the metadata writes it, in all three requests',
        ),
      ),
      must(
        '`resource` is in authorization requests and token requests',
        kept(
          'oauth/token/token-request',
          'oauth/authorization-request > the resource is sent exactly as the metadata writes it, in all three requests',
        ),
      ),
      must(
        'It identifies the server that the token is for',
        kept(
          'oauth/discover/protected-resource',
          'oauth/protected-resource-metadata > metadata for another resource is refused before anything else is requested',
        ),
      ),
      must(
        'It is the canonical URI of the server',
        kept(
          'oauth/discover/protected-resource',
          'oauth/authorization-request > the resource is sent exactly as the metadata writes it, in all three requests',
        ),
      ),
      should(
        'Clients provide the most specific URI',
        kept(
          'oauth/discover/protected-resource',
          'oauth/protected-resource-metadata > metadata may speak for the whole origin, unless exact matching is set',
        ),
      ),
      should(
        'Uppercase schemes and hosts are accepted',
        kept(
          'oauth/discover/protected-resource',
          'unit:oauth/discover/protected-resource > a resource whose scheme and host are in capital letters is the same resource',
        ),
      ),
      should(
        'The form without a trailing slash is used',
        kept(
          'oauth/discover/protected-resource',
          'oauth/authorization-request > the resource is sent exactly as the metadata writes it, in all three requests',
        ),
      ),
      must(
        'Clients send `resource` whether or not the authorization server supports it',
        kept(
          'oauth/authorize/authorization-code',
          'oauth/authorization-server-metadata > a 2025-03-26 server without metadata uses endpoints at the root, with PKCE, state and resource',
        ),
      ),
    ),
    section(
      'Token requirements',
      shared(`${index}#token-requirements`, 'token-requirements'),
      must(
        'Token handling conforms to OAuth 2.1',
        kept('oauth/http/auth-fetch', 'oauth/challenge > a token is sent only to its own origin'),
      ),
      must(
        'The client uses the `Authorization` header',
        kept(
          'oauth/http/auth-fetch',
          'oauth/challenge > every request carries its token, also GET and DELETE, and is repeated after a 401',
        ),
      ),
      must(
        'Authorization is in every HTTP request',
        kept(
          'oauth/http/auth-fetch',
          'oauth/challenge > every request carries its token, also GET and DELETE, and is repeated after a 401',
        ),
      ),
      mustNot(
        'Access tokens are in the query',
        kept(
          'oauth/http/auth-fetch',
          'oauth/challenge > every request carries its token, also GET and DELETE, and is repeated after a 401',
        ),
      ),
    ),
    section(
      'Token handling',
      shared(`${index}#token-handling`, 'token-handling'),
      mustNot(
        'Clients send tokens that are not of the authorization server of the MCP server',
        kept(
          'oauth/token/current-token',
          'oauth/refresh > tokens stored for one server are not used for another, and corrupt records are ignored',
          'unit:oauth/http/auth-fetch > a token is not sent to a new authorization server that the MCP server names',
        ),
      ),
    ),
    section(
      'Refresh tokens',
      modern(`${index}#refresh-tokens`),
      must(
        'Refresh tokens are kept confidential in transit and storage',
        kept(
          'oauth/token/refresh oauth/http/secrets',
          'oauth/secrets > a token endpoint that repeats a refresh puts no refresh token into errors and events',
          "hostile/oauth > nothing is written to the page's storage unless a store is given",
        ),
      ),
      should(
        '`refresh_token` is in the `grant_types` of the client',
        kept(
          'oauth/register/registration',
          'oauth/dynamic-registration > a registration request has everything the server needs and what the application adds',
        ),
      ),
      mustNot(
        'Clients assume that refresh tokens are issued',
        kept('oauth/token/refresh', 'oauth/refresh > without a refresh token an expired token needs a person'),
      ),
    ),
    section(
      'Step-up authorization',
      shared(`${index}#step-up-authorization-flow`, 'step-up-authorization-flow'),
      should(
        'Clients respond to scope errors by a step-up or in other ways',
        kept(
          'oauth/authorize/step-up',
          'oauth/step-up > a step-up asks a person for the missing scopes beside the granted ones, and does not refresh',
        ),
      ),
      should(
        'Clients on behalf of a user attempt the step-up',
        kept(
          'oauth/authorize/step-up',
          'oauth/step-up > a step-up asks a person for the missing scopes beside the granted ones, and does not refresh',
        ),
      ),
      should(
        'Clients limit how often they try',
        kept('oauth/authorize/step-up', 'oauth/step-up > ever new scopes open at most three sign-ins'),
      ),
      should(
        'Clients track attempts, to avoid repeated failures',
        kept(
          'oauth/authorize/step-up',
          'oauth/step-up > a server that keeps asking for scopes is asked once, and later calls fail at once',
        ),
      ),
    ),
  ],
}
