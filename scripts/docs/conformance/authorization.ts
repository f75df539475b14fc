/** Authorization: discovery and registration. */
import { application, because, kept, must, mustNot, section, should, type Topic } from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })
const shared = (path: string, anchor: string) => ({ '2026-07-28': path, '2025-11-25': `basic/authorization#${anchor}` })
const discovery = 'basic/authorization/authorization-server-discovery'
const registration = 'basic/authorization/client-registration'
const index = 'basic/authorization'

export const authorization: Topic = {
  title: 'Authorization: discovery and registration',
  sections: [
    section(
      'Protocol requirements',
      shared(`${index}#protocol-requirements`, 'protocol-requirements'),
      should(
        'Implementations over HTTP conform to this specification',
        kept(
          'oauth/oauth',
          'oauth/challenge > a server that needs a person is an AuthorizationRequiredError at once, and after signing in everything works',
        ),
      ),
      must(
        'Implementations over other transports follow the best practices of their protocol',
        because('There are no other transports'),
      ),
    ),
    section(
      'Overview',
      shared(`${index}#overview`, 'overview'),
      should(
        'Clients support Client ID Metadata Documents',
        kept(
          'oauth/register/registration oauth/register/client-document',
          'oauth/client-identity > client metadata documents need a literal true from the server and a valid https URL',
        ),
      ),
      must(
        'Clients use Protected Resource Metadata to discover the authorization server',
        kept(
          'oauth/discover/protected-resource',
          'oauth/protected-resource-metadata > the metadata URL in the challenge is the only one that is used',
        ),
      ),
      must(
        'Clients support both discovery mechanisms, RFC 8414 and OpenID Connect',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > metadata of an issuer without a path is looked for at two URLs',
        ),
      ),
    ),
    section(
      'Authorization server location',
      modern(`${discovery}#authorization-server-location`),
      must(
        'Clients keep separate registration state for each authorization server',
        kept(
          'oauth/store/records',
          'oauth/issuer-binding > after a move to another authorization server nothing of the old one is sent to it',
        ),
      ),
      mustNot(
        'Clients assume that credentials for one authorization server are accepted by another',
        kept(
          'oauth/discover/discover',
          'oauth/client-identity > credentials of one issuer are not sent to another issuer that the server names',
        ),
      ),
    ),
    section(
      'Protected resource metadata',
      shared(
        `${discovery}#protected-resource-metadata-discovery-requirements`,
        'protected-resource-metadata-discovery-requirements',
      ),
      must(
        'Clients support `WWW-Authenticate` and well-known URIs',
        kept(
          'oauth/discover/protected-resource',
          'oauth/challenge > without a readable challenge the well-known metadata URL is used',
        ),
      ),
      must(
        'Clients parse `WWW-Authenticate` headers of 401 responses',
        kept(
          'oauth/discover/www-authenticate',
          'oauth/challenge > WWW-Authenticate is parsed as RFC 9110 says, whatever else the header contains',
        ),
      ),
      must(
        'Without it they request the well-known URIs in the listed order',
        kept(
          'oauth/discover/protected-resource',
          'oauth/protected-resource-metadata > without one in the challenge, the metadata URL with the path is tried first, then the root',
        ),
      ),
    ),
    section(
      'Challenged scopes',
      shared(`${index}#scope-selection-strategy`, 'protected-resource-metadata-discovery-requirements'),
      mustNot(
        'Clients assume a relationship between the challenged scopes and `scopes_supported`',
        kept(
          'oauth/authorize/scope',
          'oauth/challenge > the scope of the challenge is requested, whatever the metadata lists',
        ),
      ),
      must(
        'Clients treat the challenged scopes as authoritative',
        kept(
          'oauth/authorize/scope',
          'oauth/challenge > the scope of the challenge is requested, whatever the metadata lists',
        ),
      ),
    ),
    section(
      'Challenged scopes',
      modern(`${index}#scope-selection-strategy`),
      should(
        'When re-authorizing, clients include them alongside previously granted scopes',
        kept(
          'oauth/authorize/step-up',
          'oauth/step-up > a step-up asks a person for the missing scopes beside the granted ones, and does not refresh',
        ),
      ),
    ),
    section(
      'Authorization server metadata',
      shared(`${discovery}#authorization-server-metadata-discovery`, 'authorization-server-metadata-discovery'),
      must(
        'Clients try several well-known endpoints',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > a 404 leads to the next metadata URL, a server error does not',
        ),
      ),
      must(
        'For issuers with a path they try three endpoints in the given order',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > metadata of an issuer with a path is looked for at three URLs in order, never at the root',
        ),
      ),
      must(
        'For issuers without a path they try two endpoints',
        kept(
          'oauth/discover/authorization-server',
          'oauth/authorization-server-metadata > metadata of an issuer without a path is looked for at two URLs',
        ),
      ),
    ),
    section(
      'Authorization server metadata',
      modern(`${discovery}#authorization-server-metadata-discovery`),
      must(
        'The `issuer` in the document is identical to the one that the URL was made of',
        kept(
          'oauth/discover/issuer',
          'oauth/authorization-server-metadata > metadata that names another issuer is refused, and no other URL is tried',
        ),
      ),
      mustNot(
        'The client uses metadata whose issuer differs',
        kept(
          'oauth/discover/issuer',
          'oauth/authorization-server-metadata > metadata that names another issuer is refused, and no other URL is tried',
        ),
      ),
    ),
    section(
      'Client registration',
      shared(registration, 'client-registration-approaches'),
      should(
        'The order is: pre-registered, metadata document, dynamic registration, asking the user',
        kept(
          'oauth/register/registration',
          'oauth/client-identity > a preregistered client comes first, then a client metadata document, then dynamic registration',
          'oauth/client-identity > a server that offers no way to register is an error with what is needed to register by hand',
        ),
      ),
      should(
        'Clients support Client ID Metadata Documents',
        kept(
          'oauth/register/registration',
          'oauth/issuer-binding > a client metadata document works at a new authorization server without registration',
        ),
      ),
      must(
        'Implementations follow the requirements of that draft',
        kept(
          'oauth/register/client-document',
          'unit:oauth/register/client-document > the hosted copy is compared with the options',
        ),
      ),
      must(
        'Clients host their document at an HTTPS URL',
        application('it hosts the document; `checkClientMetadata` compares the hosted copy with the options'),
      ),
      must(
        'The `client_id` URL uses https and has a path',
        kept(
          'oauth/check-options',
          'oauth/client-identity > client metadata documents need a literal true from the server and a valid https URL',
        ),
      ),
      must(
        'The document has `client_id`, `client_name` and `redirect_uris`',
        kept(
          'oauth/register/client-document',
          'unit:oauth/register/client-document > the document has a name, which is required, and so must the hosted copy',
        ),
      ),
      must(
        'The `client_id` in the document is its URL',
        kept(
          'oauth/register/client-document',
          'unit:oauth/register/client-document > the document is made from the options of oauth()',
        ),
      ),
      should(
        'Clients check for `client_id_metadata_document_supported`',
        kept(
          'oauth/register/registration',
          'oauth/client-identity > client metadata documents need a literal true from the server and a valid https URL',
        ),
      ),
      should(
        'Clients have an option for static credentials',
        kept('oauth/options', 'oauth/client-identity > preregistered credentials are never dropped'),
      ),
    ),
    section(
      'Dynamic registration',
      modern(`${registration}#application-type-and-redirect-uri-constraints`),
      must(
        'Clients specify an `application_type`',
        kept(
          'oauth/register/registration',
          'oauth/dynamic-registration > a registration request has everything the server needs and what the application adds',
        ),
      ),
      should(
        'Native applications use `native`',
        kept(
          'oauth/register/registration',
          'unit:oauth/register/registration > the client metadata follow from the options and the redirect URI',
        ),
      ),
      should(
        'Web applications use `web`',
        kept(
          'oauth/register/registration',
          'unit:oauth/register/registration > the client metadata follow from the options and the redirect URI',
        ),
      ),
      must(
        'Clients handle registration failures',
        kept(
          'oauth/register/registration',
          "oauth/dynamic-registration > a refused registration is an error with the server's words and the request",
        ),
      ),
      should(
        'Clients show a meaningful error',
        kept(
          'oauth/register/registration',
          "oauth/dynamic-registration > a refused registration is an error with the server's words and the request",
        ),
      ),
    ),
    section(
      'Authorization server binding',
      modern(`${registration}#authorization-server-binding`),
      must(
        'Credentials are associated with the issuer that they are of',
        kept(
          'oauth/store/records',
          'unit:oauth/store/records > a registration is kept per issuer, and the first of concurrent writers wins',
        ),
      ),
      mustNot(
        'Clients reuse credentials of a different authorization server',
        kept(
          'oauth/store/records',
          'oauth/issuer-binding > after a move to another authorization server nothing of the old one is sent to it',
        ),
      ),
      must(
        'Clients register with the new authorization server',
        kept(
          'oauth/register/registration',
          'oauth/issuer-binding > after a move to another authorization server nothing of the old one is sent to it',
        ),
      ),
      should(
        'Pre-registered credentials that no longer match are an error',
        kept(
          'oauth/discover/discover',
          'oauth/client-identity > credentials of one issuer are not sent to another issuer that the server names',
        ),
      ),
    ),
  ],
}
