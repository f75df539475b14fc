/** The base protocol: messages, ids, results, errors. */
import { because, both, kept, must, mustNot, section, should, shouldNot, type Topic } from './requirement.ts'

const noStdio = because('stdio is not supported: the client is for HTTP')

export const base: Topic = {
  title: 'Base protocol',
  sections: [
    section(
      'Parts of the protocol',
      both('basic'),
      must(
        'All implementations support the base protocol; clients of 2026-07-28 also versioning and message patterns, those of 2025-11-25 the lifecycle',
        kept(
          'core/modern/modern-era core/legacy/legacy-era',
          'negotiation/rules > every revision is detected, the stateless one by the probe and the others by a handshake',
        ),
      ),
    ),
    section(
      'Messages',
      both('basic#messages'),
      must(
        'All messages follow JSON-RPC 2.0',
        kept(
          'core/http/post-message core/validation/json-rpc',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
    ),
    section(
      'Requests',
      both('basic#requests'),
      must(
        'Requests include a string or integer id',
        kept('core/rpc/send', 'session/how-servers-tell > request ids fit into 31 bits'),
      ),
      mustNot(
        'The id is `null`',
        kept(
          'core/rpc/send',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
    ),
    section(
      'Requests',
      { '2026-07-28': 'basic#requests' },
      mustNot(
        'The id matches that of another request that was not answered yet',
        kept(
          'core/rpc/send',
          'modern/calls > a stateless client sends no session id, GET, DELETE or Last-Event-ID, and each call has a new id',
        ),
      ),
    ),
    section(
      'Requests',
      { '2025-11-25': 'basic#requests' },
      mustNot(
        'The id was used before within the same session',
        kept(
          'core/rpc/send',
          "call/retry-safe > with retry: 'safe' a read-only tool whose answer was lost is called once more, under a new id",
        ),
      ),
    ),
    section(
      'Responses',
      { '2025-11-25': 'basic#responses' },
      must(
        'Result responses include the id of their request (answers of the client to server requests)',
        kept(
          'core/rpc/handler-queue',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
          "input/server-requests > a handler declares its capability and answers the server's request within the call",
        ),
      ),
      must(
        'Result responses include a `result` field',
        kept(
          'core/rpc/handler-queue',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
      must(
        'Error responses include the id of their request',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > a server request without a handler is answered with -32601 (method not found)',
        ),
      ),
      must(
        'Error responses include an `error` with a `code` and a `message`',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > a handler that throws is answered with -32603 without its reason, and the reason is reported as a warning event',
        ),
      ),
      must(
        'Error codes are integers',
        kept(
          'core/rpc/handler-queue',
          "input/sampling > a user's refusal can be told apart from a failure by the code that the handler throws",
        ),
      ),
    ),
    section(
      'Result types',
      { '2026-07-28': 'basic#resulttype' },
      must(
        'The supported `resultType` values are those of the core and of the extensions that were declared',
        kept(
          'core/methods/request core/extension',
          'tasks/calls > a task in answer to anything but a tool call, or without the extension, is an error',
        ),
      ),
      must(
        'An unrecognized `resultType` is considered invalid',
        kept(
          'core/methods/request',
          'input/result-types > an undeclared resultType is an error that carries the result',
        ),
      ),
      must(
        'An absent `resultType` is treated as `complete`',
        kept(
          'core/methods/request',
          'input/result-types > a result without resultType is complete, whatever else it carries',
        ),
      ),
    ),
    section(
      'Error codes',
      { '2026-07-28': 'basic#error-codes' },
      mustNot(
        'New codes are allocated from -32000 to -32019',
        because(
          'The client has no JSON-RPC codes of its own: its errors are classes, and it sends no error responses in this revision',
        ),
      ),
      shouldNot(
        'New implementations use codes from -32000 to -32019',
        because('The client sends no error responses in this revision'),
      ),
      mustNot(
        'Receivers assume a meaning for codes from -32000 to -32019 (apart from -32002)',
        kept(
          'core/refusals core/legacy/session-loss',
          'negotiation/refused-probe > any other error code to the probe leads to the handshake',
          'session/how-servers-tell > without a session such words are the error of the call',
        ),
      ),
      mustNot(
        'Implementations emit undefined codes from -32020 to -32099',
        because('The client sends no error responses in this revision'),
      ),
      must(
        'Defined codes are used only with their specified meanings',
        kept(
          'core/refusals',
          'negotiation/rules > the body of a 400 decides about the era, not the status',
          'modern/header-mismatch > HeaderMismatch of anything but a call is an error at once',
        ),
      ),
      mustNot(
        'Implementations of this revision emit -32002 or -32042',
        kept(
          'core/server-requests/input-required',
          'input/url-elicitation-required > -32042 has no special meaning in 2026-07-28',
        ),
      ),
      should(
        'Clients still accept -32002 from servers of earlier revisions',
        kept(
          'core/errors',
          'features/resources > an unknown resource is an error with the code of its revision, and its URI',
        ),
      ),
      should(
        'New codes for other purposes lie outside of -32768 to -32000',
        because('The client defines no JSON-RPC codes'),
      ),
    ),
    section(
      'Notifications',
      both('basic#notifications'),
      mustNot(
        'The receiver of a notification sends a response',
        kept(
          'core/rpc/route-messages',
          "errors/tolerance > unknown notifications and progress tokens on a call's stream are ignored",
        ),
      ),
      mustNot(
        'Notifications include an id',
        kept(
          'core/methods/notify core/http/post-message',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
    ),
    section(
      'Statelessness',
      { '2026-07-28': 'basic#statelessness' },
      shouldNot('Clients use a task, thread or conversation as the lifetime of the stdio process', noStdio),
      must(
        'State that spans requests is referenced by an identifier that the client passes on each request',
        kept(
          'core/server-requests/input-required tasks/poll-task',
          'continuation/from-json > another client can finish a call from its continuation as JSON',
          'tasks/endings > a call continues in another client from its task token',
        ),
      ),
    ),
    section(
      'Authorization',
      both('basic#auth'),
      should(
        'Implementations over HTTP conform to the authorization specification',
        kept(
          'oauth/oauth',
          'oauth/challenge > a server that needs a person is an AuthorizationRequiredError at once, and after signing in everything works',
        ),
      ),
      shouldNot('Implementations over stdio follow it', noStdio),
    ),
  ],
}
