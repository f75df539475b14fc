/** Streamable HTTP and sessions of 2025-11-25. */
import { because, kept, must, section, should, shouldNot, type Topic } from './requirement.ts'

const page = (anchor: string) => ({ '2025-11-25': `basic/transports#${anchor}` })
const noStdio = because('stdio is not supported: the client is for HTTP')

export const httpLegacy: Topic = {
  title: 'Transports, 2025-11-25',
  sections: [
    section(
      'Transports',
      { '2025-11-25': 'basic/transports' },
      must(
        'Messages are encoded in UTF-8',
        kept(
          'core/http/post-message core/sse/parse',
          'features/content > text in every script survives in arguments and results',
        ),
      ),
      should('Clients support stdio whenever possible', noStdio),
    ),
    section(
      'stdio',
      page('stdio'),
      shouldNot('The client assumes that `stderr` output means errors', noStdio),
      { level: 'MUST NOT', says: 'Messages contain newlines', ...noStdio },
      { level: 'MUST NOT', says: 'The client writes to `stdin` what is not a message', ...noStdio },
    ),
    section(
      'Sending messages',
      page('sending-messages-to-the-server'),
      must(
        'Every message is a new HTTP POST to the MCP endpoint',
        kept(
          'core/http/post-message',
          'connect/request-counts > an unknown handshake server needs four requests for a call, five with the list',
        ),
      ),
      must(
        'The client uses HTTP POST to send messages',
        kept(
          'core/http/post-message',
          "input/server-requests > a handler declares its capability and answers the server's request within the call",
        ),
      ),
      must(
        'The `Accept` header lists `application/json` and `text/event-stream`',
        kept('core/http/post-message', 'modern/headers > every POST accepts JSON and event streams, in both eras'),
      ),
      must(
        'The body is a single request, notification or response',
        kept('core/http/post-message', 'stream/batches > the client never sends a batch, in any revision'),
      ),
      must(
        'The client supports a JSON object and an event stream as answers',
        kept(
          'core/sse/messages',
          'call/answers > a tool is listed and called, with JSON answers',
          'call/answers > a tool is called, with the answer on a stream',
        ),
      ),
      should(
        'When the server closes the connection, the client polls the stream by reconnecting',
        kept(
          'core/sse/resume',
          'resume/resuming > a server that closes three times in one call is polled, with each last event id sent once',
        ),
      ),
      must(
        'The client respects `retry` and waits that long before it reconnects',
        kept(
          'core/sse/resume',
          'resume/resuming > a stream closed before any message is resumed from its priming event, not earlier than retry says',
          'time:resume > a stream is resumed after its retry interval, not earlier and hardly later',
        ),
      ),
      shouldNot(
        'Disconnection is interpreted as the client cancelling its request',
        because('It binds the server; the client relies on it when it resumes a call'),
      ),
      should(
        'To cancel, the client sends a `CancelledNotification`',
        kept(
          'core/legacy/cancel',
          "call/timeouts-and-aborts > an aborted call rejects with the signal's reason, is cancelled on the server and releases its stream",
        ),
      ),
    ),
    section(
      'Listening for messages',
      page('listening-for-messages-from-the-server'),
      must(
        'The `Accept` header of a GET lists `text/event-stream`',
        kept('core/legacy/streamable-http', 'listen/legacy > every GET accepts event streams and nothing else'),
      ),
    ),
    section(
      'Resumability and redelivery',
      page('resumability-and-redelivery'),
      should(
        'A client that resumes issues a GET',
        kept(
          'core/sse/resume core/legacy/streamable-http',
          'resume/resuming > a connection that breaks before the answer is resumed like one that ends',
        ),
      ),
      should(
        'It includes the last event id that it received',
        kept('core/sse/event-cursor', 'resume/resuming > two calls that are cut at the same time resume independently'),
      ),
    ),
    section(
      'Session management',
      page('session-management'),
      must(
        'The client handles the session id in a secure manner',
        kept(
          'core/http/redact core/legacy/streamable-http',
          'errors/redaction > a server that repeats the session id or an API key in its error does not put it into ours',
          'hostile/values > a session id that is unsafe in a header is not sent back',
        ),
      ),
      must(
        'The client includes the session id in all subsequent requests',
        kept(
          'core/legacy/streamable-http',
          'session/close > close() ends the session once and rejects every call in flight',
          'session/replacement > a session that expires before every call is replaced every time',
        ),
      ),
      must(
        'On a 404 with a session id the client starts a new session without one',
        kept(
          'core/legacy/session-loss core/legacy/session-replacement',
          'session/replacement > ten calls that meet an expired session share one new handshake and are all answered',
        ),
      ),
      should(
        'A client that no longer needs a session sends a DELETE',
        kept(
          'core/legacy/streamable-http',
          'session/close > close() sends one DELETE with the session id and keepalive, and accepts any status',
        ),
      ),
    ),
    section(
      'Protocol version header',
      page('protocol-version-header'),
      must(
        '`MCP-Protocol-Version` is on all subsequent requests',
        kept(
          'core/legacy/streamable-http',
          'modern/headers > after the handshake every request carries the revision that the server chose',
        ),
      ),
      should(
        'The version sent is the one that was negotiated',
        kept(
          'core/legacy/streamable-http',
          'modern/headers > after the handshake every request carries the revision that the server chose',
        ),
      ),
    ),
    section(
      'Custom transports',
      page('custom-transports'),
      must(
        'Custom transports preserve the message format and the lifecycle',
        kept(
          'transport/fetch-transport',
          'transport/both-directions > a host of 2025-11-25 lists and calls over the transport, and the server sees who it is',
        ),
      ),
      should('Custom transports document their patterns', because('docs/transport.md does')),
    ),
  ],
}
