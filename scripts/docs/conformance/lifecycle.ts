/** The handshake of 2025-11-25; versions, extensions and discovery of 2026-07-28. */
import { because, kept, must, section, should, shouldNot, type Topic } from './requirement.ts'

const page = (anchor: string) => ({ '2025-11-25': `basic/lifecycle#${anchor}` })

export const lifecycle: Topic = {
  title: 'Lifecycle and versions',
  sections: [
    section(
      'Initialization',
      page('initialization'),
      must(
        'Initialization is the first interaction',
        kept(
          'core/legacy/handshake',
          "connect/handshake > connect() does one handshake and shows the server's name, version and capabilities",
        ),
      ),
      must(
        'The client sends `initialize` with its version, capabilities and information',
        kept(
          'core/legacy/handshake',
          "connect/handshake > connect() does one handshake and shows the server's name, version and capabilities",
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
      must(
        'After initialization the client sends `initialized`',
        kept(
          'core/legacy/handshake',
          'connect/request-counts > an unknown handshake server needs four requests for a call, five with the list',
        ),
      ),
      shouldNot(
        'The client sends requests other than pings before the server has answered `initialize`',
        kept(
          'core/legacy/handshake core/legacy/session-replacement',
          'session/replacement > nothing but the handshake is sent while a new session is opened',
        ),
      ),
    ),
    section(
      'Version negotiation',
      page('version-negotiation'),
      must(
        'The client sends a version that it supports',
        kept(
          'core/legacy/handshake',
          'connect/handshake > the versions option restricts which revisions are offered and accepted',
        ),
      ),
      should(
        'It is the latest that the client supports',
        kept('core/legacy/handshake', 'connect/handshake > an older revision that the server prefers is used'),
      ),
      should(
        'A client that does not support the version of the server disconnects',
        kept(
          'core/legacy/handshake',
          'connect/handshake > a server with no revision in common is a VersionError with both lists',
        ),
      ),
      must(
        '`MCP-Protocol-Version` is on all subsequent requests',
        kept(
          'core/legacy/streamable-http',
          'modern/headers > after the handshake every request carries the revision that the server chose',
        ),
      ),
    ),
    section(
      'Operation',
      page('operation'),
      must(
        'Both parties respect the negotiated version',
        kept(
          'core/revisions core/legacy/legacy-era',
          'input/sampling > several content blocks in a sampling result are never sent to servers before 2025-11-25',
          'input/elicitation-forms > multi-select enums are never sent to servers before 2025-11-25',
        ),
      ),
      must(
        'Both parties use only capabilities that were negotiated',
        kept(
          'core/methods/require-capability',
          'features/capabilities > in strict mode a capability that the server did not declare is a CapabilityError, and no request is sent',
          'features/capabilities > a server without tools gives an empty list and gets no request',
        ),
      ),
    ),
    section(
      'Shutdown',
      page('stdio'),
      should(
        'For stdio the client closes the input and ends the process',
        because('stdio is not supported: the client is for HTTP'),
      ),
    ),
    section(
      'Timeouts',
      page('timeouts'),
      should(
        'Implementations have timeouts for all requests',
        kept(
          'core/rpc/send core/util/deadline',
          'call/timeouts-and-aborts > silence ends a call with a TimeoutError that names the limit, and the client still works',
        ),
      ),
      should(
        'After a timeout the sender cancels the request',
        kept('core/legacy/cancel', 'call/timeouts-and-aborts > a silent call times out, and the server is told'),
      ),
      should(
        'After a timeout the sender stops waiting for a response',
        kept(
          'core/util/deadline',
          'call/timeouts-and-aborts > a fetch that ignores its signal does not keep a call pending, and its late response is released',
        ),
      ),
      should(
        'Timeouts can be configured for each request',
        kept(
          'core/call-options',
          "call/delivery > a call that timed out is not repeated, and its delivery is 'unknown'",
        ),
      ),
      should(
        'A maximum timeout holds regardless of progress',
        kept(
          'core/util/deadline',
          'call/timeouts-and-aborts > a call with endless progress cannot outlive its total limit',
        ),
      ),
    ),
    section(
      'Error handling',
      page('error-handling'),
      should(
        'Implementations handle a version mismatch',
        kept(
          'core/negotiation/negotiate',
          'connect/handshake > a server with no revision in common is a VersionError with both lists',
        ),
      ),
      should(
        'Implementations handle missing capabilities',
        kept(
          'core/methods/require-capability',
          'features/completion > a server that does not declare completions gets no completion request',
        ),
      ),
      should(
        'Implementations handle timeouts',
        kept(
          'core/util/deadline',
          'connect/handshake > a handshake that is never answered ends in a TimeoutError that names connectTimeout',
        ),
      ),
    ),
    section(
      'Version negotiation',
      { '2026-07-28': 'basic/versioning#protocol-version-negotiation' },
      should(
        'After `UnsupportedProtocolVersionError` the client selects a version from `supported` and sends the request again',
        kept(
          'core/negotiation/era-switch',
          'negotiation/rules > a refused version is replaced by one that the server offers, in header and body',
        ),
      ),
      should(
        'Or it tells the user that there is no compatible version',
        kept(
          'core/negotiation/negotiate',
          'negotiation/rules > a call for which no offered version fits is an error that lists them',
        ),
      ),
    ),
    section(
      'Extension negotiation',
      { '2026-07-28': 'basic/versioning#extension-negotiation' },
      must(
        'Extension identifiers follow the rules of `_meta` keys',
        kept(
          'core/validation/meta-key',
          'connect/options > arguments of a tool that are no object, keys of _meta and ids of extensions that are invalid are a TypeError',
        ),
      ),
      must(
        'They have a prefix',
        kept('core/validation/meta-key', 'unit:core/validation/meta-key > an extension needs a prefix'),
      ),
      must(
        'Where the other side lacks an extension, core behavior is used or the request is rejected',
        kept(
          'tasks/task core/extension',
          'tasks/calls > a tool may answer directly or with a task, from call to call',
          'tasks/calls > before 2025-11-25 there are no tasks, and the tool answers directly',
        ),
      ),
      should('Extensions document their fallback', because('docs/client.md does, for the extensions of this package')),
    ),
    section(
      'Servers of earlier revisions',
      { '2026-07-28': 'basic/versioning#backward-compatibility-with-initialization-based-versions' },
      should(
        'Clients cache the era of a server for the lifetime of its origin',
        kept(
          'core/cache/era-cache',
          'negotiation/remembered-servers > the second client of a handshake server sends no probe',
        ),
      ),
      should(
        'On stdio, clients send `server/discover` first',
        because('stdio is not supported; over HTTP the client probes with it as well'),
      ),
    ),
    section(
      'Discovery',
      { '2026-07-28': 'server/discover#when-to-call' },
      should('On stdio, a client of both eras sends `server/discover` first', because('stdio is not supported')),
      shouldNot(
        'Clients use `serverInfo` to change their behavior',
        because('No decision of the client reads it: it is shown as `client.server` and nothing else'),
      ),
      shouldNot('Clients rely on `serverInfo` for security decisions', because('No decision of the client reads it')),
    ),
    section(
      'Ping',
      { '2025-11-25': 'basic/utilities/ping' },
      must(
        'The receiver answers promptly with an empty response',
        kept(
          'core/rpc/handler-queue',
          'keepalive/ping > a ping during a call is answered at once with an empty result',
          'input/beside-handlers > a ping and an unknown request are answered while four dialogs are open',
        ),
      ),
      should(
        'Implementations issue pings to detect the health of the connection',
        kept('core/legacy/keepalive', 'time:keepalive > keepalive keeps an idle session alive beyond its time to live'),
      ),
      should(
        'The frequency is configurable',
        kept(
          'core/legacy/keepalive',
          'keepalive/interval > connection.keepAlive shows the interval in use: the default of the transport, the given one, or off',
        ),
      ),
      should(
        'Timeouts fit the network',
        kept(
          'core/legacy/keepalive',
          'time:keepalive-without-ping > a server that has answered a ping in this session and does not answer the next one has lost it',
        ),
      ),
      should(
        'Excessive pinging is avoided',
        kept(
          'core/legacy/keepalive',
          'keepalive/interval > a keepalive interval that is too short is raised, with one warning',
          'time:keepalive > no ping is sent while a call runs',
        ),
      ),
      should(
        'Timeouts are treated as connection failures',
        kept(
          'core/legacy/keepalive',
          'time:keepalive-without-ping > a server that has answered a ping in this session and does not answer the next one has lost it',
        ),
      ),
      should(
        'Ping failures are logged',
        kept(
          'core/legacy/keepalive core/events',
          'time:keepalive-without-ping > the session is replaced if neither ping nor the list request is answered, over %s',
        ),
      ),
    ),
    section(
      'Broken streams',
      { '2026-07-28': 'changelog' },
      must(
        'After a stream broke, the client issues a new request with a new id if it still wants the result',
        kept(
          'core/methods/tools',
          'modern/calls > a lost stateless call is repeated under a new id if retry is allowed and the tool is read-only',
        ),
      ),
    ),
  ],
}
