/** Security considerations of authorization, and of MCP as a whole. */
import { application, because, kept, must, mustNot, section, should, type Topic } from './requirement.ts'

const shared = (anchor: string) => ({
  '2026-07-28': `basic/authorization/security-considerations#${anchor}`,
  '2025-11-25': `basic/authorization#${anchor}`,
})
const pkce =
  'oauth/authorization-server-metadata > a server that does not declare S256 is refused, unless the application allows it'
const resource =
  'oauth/authorization-request > the resource is sent exactly as the metadata writes it, in all three requests'

export const authorizationSecurity: Topic = {
  title: 'Security of authorization',
  sections: [
    section(
      'Token audience',
      shared('token-audience-binding-and-validation'),
      must(
        'Implementations follow the best practices of OAuth 2.1',
        kept(
          'oauth/authorize/authorization-code oauth/authorize/check-callback',
          pkce,
          'oauth/callback > a callback with an unknown state changes nothing, and the real one succeeds',
        ),
      ),
      must(
        'Clients include `resource` in authorization and token requests',
        kept('oauth/authorize/authorization-code oauth/token/token-request', resource),
      ),
    ),
    section(
      'Token theft',
      shared('token-theft'),
      must(
        'Clients store tokens securely',
        kept(
          'oauth/store/memory-store oauth/browser/exposure-warning',
          "hostile/oauth > nothing is written to the page's storage unless a store is given",
          'unit:oauth/browser/exposure-warning > browser stores warn that scripts of the origin can read them',
        ),
      ),
    ),
    section(
      'Communication security',
      shared('communication-security'),
      must(
        'Authorization server endpoints are served over HTTPS',
        kept(
          'oauth/http/allow-url oauth/token/token-request',
          'oauth/token-endpoint > no secret is sent over plain http beyond loopback',
        ),
      ),
      must(
        'Redirect URIs are `localhost` or HTTPS',
        kept(
          'oauth/check-options',
          'oauth/authorization-request > the redirect URI is https or loopback, has no fragment and is the same in both requests',
        ),
      ),
    ),
    section(
      'Authorization code protection',
      shared('authorization-code-protection'),
      must(
        'Clients implement PKCE',
        kept(
          'oauth/authorize/authorization-code',
          'oauth/authorization-request > each sign-in has its own verifier and state of 32 random bytes',
        ),
      ),
      must('Clients verify PKCE support before they proceed', kept('oauth/discover/authorization-server', pkce)),
      must(
        'Clients use `S256` when capable',
        kept(
          'oauth/authorize/authorization-code',
          'oauth/authorization-request > each sign-in has its own verifier and state of 32 random bytes',
        ),
      ),
      must(
        'Clients rely on metadata to verify this',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > PKCE that only the OpenID configuration declares is found there',
        ),
      ),
      must(
        'Without `code_challenge_methods_supported` in RFC 8414 metadata, clients refuse to proceed',
        kept('oauth/discover/authorization-server oauth/authorize/authorization-code', pkce),
      ),
      must(
        'Clients verify it in OpenID metadata as well',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > PKCE that only the OpenID configuration declares is found there',
        ),
      ),
      must(
        'Without it in OpenID metadata, clients refuse to proceed',
        kept('oauth/discover/authorization-server oauth/authorize/authorization-code', pkce),
      ),
    ),
    section(
      'Open redirection',
      shared('open-redirection'),
      must(
        'Clients have redirect URIs registered with the authorization server',
        kept(
          'oauth/register/registration',
          'oauth/dynamic-registration > a registration request has everything the server needs and what the application adds',
        ),
      ),
      should(
        'Clients use and verify `state`',
        kept(
          'oauth/authorize/check-callback',
          'oauth/callback > a callback with an unknown state changes nothing, and the real one succeeds',
        ),
      ),
      should(
        'Clients discard results without the original state',
        kept(
          'oauth/authorize/check-callback',
          'unit:oauth/authorize/check-callback > a callback with repeated parameters, an unknown state, no state, or after ten minutes is refused',
        ),
      ),
    ),
    section(
      'Access token privilege',
      shared('access-token-privilege-restriction'),
      must(
        'Clients implement and use `resource`',
        kept('oauth/authorize/authorization-code oauth/token/token-request', resource),
      ),
    ),
    section(
      'Confused deputy',
      shared('confused-deputy-problem'),
      must(
        'Proxy servers obtain consent for each dynamically registered client',
        because('It binds servers that are proxies; the client is none'),
      ),
    ),
    section(
      'Best practices: session hijacking',
      { '2025-11-25': 'basic/security_best_practices#session-hijacking' },
      mustNot(
        'Sessions are used for authentication',
        because('It binds servers; the client sends its credentials with every request'),
      ),
      must(
        'The session id is handled securely',
        kept(
          'core/http/redact',
          'errors/redaction > a server that repeats the session id or an API key in its error does not put it into ours',
        ),
      ),
    ),
    section(
      'Best practices: server-side request forgery',
      { '2026-07-28': 'basic/authorization/security-considerations', '2025-11-25': 'basic/security_best_practices' },
      should(
        'Clients accept only HTTPS URLs for OAuth, but for loopback',
        kept(
          'oauth/http/allow-url',
          'hostile/oauth > every URL that comes from the network is checked, and a refused one is never requested',
        ),
      ),
      should(
        'Clients refuse private and reserved addresses',
        kept(
          'oauth/http/allow-url shared/private-host',
          'unit:oauth/http/allow-url > %s is private: allowed only for an endpoint on loopback, or by allowUrl',
        ),
      ),
      should(
        'Clients do not follow redirects blindly',
        kept(
          'oauth/http/request',
          'oauth/token-endpoint > redirects of token, registration and revocation endpoints are not followed',
        ),
      ),
      should(
        'Egress proxies protect clients on servers',
        application('it passes a `fetch` that goes through its proxy'),
      ),
    ),
  ],
}
