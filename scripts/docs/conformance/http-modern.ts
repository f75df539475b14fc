/** Streamable HTTP of 2026-07-28. */
import { kept, must, mustNot, section, type Topic } from './requirement.ts'

const page = (anchor: string) => ({ '2026-07-28': `basic/transports/streamable-http#${anchor}` })

export const httpModern: Topic = {
  title: 'Streamable HTTP, 2026-07-28',
  sections: [
    section(
      'Sending messages',
      page('sending-messages'),
      must(
        'Every message is a new HTTP POST to the MCP endpoint',
        kept(
          'core/http/post-message',
          'connect/request-counts > a known stateless server needs one request for a call, two with the list',
        ),
      ),
      must(
        'The client uses HTTP POST to send messages',
        kept(
          'core/http/post-message',
          'modern/calls > a stateless client sends no session id, GET, DELETE or Last-Event-ID, and each call has a new id',
        ),
      ),
      must(
        'The `Accept` header lists `application/json` and `text/event-stream`',
        kept('core/http/post-message', 'modern/headers > every POST accepts JSON and event streams, in both eras'),
      ),
      must(
        'Request metadata headers are on each POST',
        kept(
          'core/modern/request-headers',
          'modern/headers > every POST carries its revision and its method in headers',
        ),
      ),
      must(
        'The body is a single request or notification',
        kept('core/http/post-message', 'stream/batches > the client never sends a batch, in any revision'),
      ),
      mustNot(
        'The client sends responses',
        kept(
          'core/modern/modern-era core/rpc/route-messages',
          "modern/messages > a server request on a stateless call's stream is not answered, and the call gets its answer",
          'hostile/messages > in 2026-07-28 server requests are not answered',
        ),
      ),
      must(
        'The client supports a JSON object and an event stream as answers',
        kept(
          'core/sse/messages',
          'call/answers > a tool is listed and called, with JSON answers',
          'call/answers > a tool is called, with the answer on a stream',
        ),
      ),
    ),
    section(
      'Receiving messages',
      page('receiving-messages'),
      must(
        'Clients ignore SSE comment lines',
        kept('core/sse/parse', 'modern/messages > comments on a stream only restart the timeout'),
      ),
      mustNot(
        'Clients treat SSE comment lines as malformed input',
        kept('core/sse/parse', 'stream/parsing > comments, empty data and unknown events between messages are skipped'),
      ),
    ),
    section(
      'Protocol version header',
      page('protocol-version-header'),
      must(
        'Every POST includes `MCP-Protocol-Version`',
        kept(
          'core/modern/request-headers',
          'modern/headers > every POST carries its revision and its method in headers',
        ),
      ),
      must(
        'The header matches `protocolVersion` in `_meta`',
        kept(
          'core/modern/request-headers',
          'modern/headers > header and body carry the same revision on every request, repeated ones too',
        ),
      ),
    ),
    section(
      'Standard request headers',
      page('standard-request-headers'),
      must(
        '`Mcp-Method` is on all requests',
        kept('core/modern/request-headers', 'modern/headers > Mcp-Method is exactly the method of the body'),
      ),
      must(
        '`Mcp-Name` is on `tools/call`, `resources/read` and `prompts/get`',
        kept(
          'core/modern/request-headers',
          'modern/headers > Mcp-Name is sent with calls, resource reads and prompts, and with nothing else',
        ),
      ),
      must(
        '`Mcp-Name` is encoded in Base64 if it is not safe in a header',
        kept('core/modern/request-headers', 'modern/headers > a name that a header cannot hold is encoded'),
      ),
    ),
  ],
}
