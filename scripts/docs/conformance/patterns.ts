/** Input rounds, subscriptions, cancellation and progress. */
import { application, because, kept, must, mustNot, section, should, type Topic } from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })
const legacy = (path: string) => ({ '2025-11-25': path })
const rounds = 'core/server-requests/input-required core/methods/request'

export const patterns: Topic = {
  title: 'Message patterns',
  sections: [
    section(
      'Multi round-trip requests',
      modern('basic/patterns/mrtr#client-requirements-basic-workflow'),
      must(
        'Every request includes the required `_meta` fields, each retry as well',
        kept(
          'core/modern/modern-era',
          'input/rounds > each round is a request of its own, with fresh _meta, headers and progress token',
        ),
      ),
      must(
        'The client constructs the requested inputs before it sends the request again',
        kept(rounds, 'input/input-required > all input is collected before the one request that carries it'),
      ),
      must(
        '`requestState` is echoed back exactly',
        kept(rounds, 'input/input-required > requestState is returned byte for byte, even when it is empty'),
      ),
      mustNot(
        'Clients inspect, parse or modify `requestState`',
        kept(rounds, 'input/input-required > requestState is returned byte for byte, even when it is empty'),
      ),
      mustNot(
        'The retry includes a `requestState` if the result had none',
        kept(rounds, 'input/input-required > a requestState that the last round did not have is not sent again'),
      ),
      must(
        'The id of the retry differs',
        kept(rounds, 'input/input-required > the next round is the same request under a new id'),
      ),
      mustNot(
        '`inputRequests` and `requestState` are used for any other request',
        kept(
          rounds,
          'input/input-required > inputResponses and requestState appear on no other request, concurrent or later',
        ),
      ),
    ),
    section(
      'Subscriptions',
      modern('basic/patterns/subscriptions'),
      should(
        'The client checks the acknowledged filter and handles unsupported types',
        kept(
          'core/modern/listen-modern',
          'listen/modern > a subscription that is granted in part says what was refused, down to single resources',
        ),
      ),
      must(
        'On stdio, notifications are matched by `subscriptionId`',
        because('stdio is not supported; over HTTP the client matches them as well'),
      ),
      must(
        'On stdio, clients send `subscriptions/listen` again after a reconnect',
        because('stdio is not supported; over HTTP the client opens a new subscription as well'),
      ),
    ),
    section(
      'Cancellation',
      modern('basic/patterns/cancellation'),
      should(
        'A client tells the server that a request should end',
        kept('core/http/http-client', 'modern/calls > cancelling a stateless call only closes its stream'),
      ),
      must('On stdio, the client sends `notifications/cancelled`', because('stdio is not supported')),
      should(
        'The client ignores a response to a cancelled request',
        kept(
          'core/rpc/send',
          'call/timeouts-and-aborts > an aborted call ends at once, before its answer and while the answer arrives',
        ),
      ),
    ),
    section(
      'Cancellation',
      legacy('basic/utilities/cancellation'),
      mustNot(
        '`initialize` is cancelled by clients',
        kept(
          'core/legacy/cancel',
          "connect/handshake > aborting connect() rejects with the signal's reason, and no further request is sent",
        ),
      ),
      must(
        'A task-augmented request is cancelled by `tasks/cancel`',
        kept(
          'tasks/core-task',
          'tasks/core-endings > aborting a call of 2025-11-25 cancels its task once, by tasks/cancel alone',
        ),
      ),
      should(
        'The receiver of a cancellation stops processing',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > a server request that is cancelled, or whose call ends, aborts its handler and is not answered',
        ),
      ),
      should(
        'It frees associated resources',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > the signal of a handler says in a DOMException whether the server cancelled its request or the call ended',
        ),
      ),
      should(
        'It sends no response',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > a server request that is cancelled, or whose call ends, aborts its handler and is not answered',
        ),
      ),
      should(
        'The sender ignores a response that arrives afterward',
        kept(
          'core/rpc/send',
          'http-sse/calls > a call that times out is cancelled on the server, and its late answer is ignored',
        ),
      ),
    ),
    section(
      'Cancellation',
      {
        '2026-07-28': 'basic/patterns/cancellation#behavior-requirements',
        '2025-11-25': 'basic/utilities/cancellation#behavior-requirements',
      },
      must(
        'Cancellations reference only requests that were issued in the same direction',
        kept(
          'core/legacy/cancel',
          'resume/tokens > a continued call that is aborted is cancelled under its own id and session',
        ),
      ),
      must(
        'They reference only requests that are believed to be in progress',
        kept('core/legacy/cancel', 'call/timeouts-and-aborts > a call with an already aborted signal sends nothing'),
      ),
      must(
        'Both parties handle the race of a cancellation and a response',
        kept(
          'core/rpc/send',
          'call/timeouts-and-aborts > an aborted call ends at once, before its answer and while the answer arrives',
        ),
      ),
      should(
        'Reasons are logged',
        kept(
          'core/rpc/route-messages core/events',
          'input/server-requests > a server request that is cancelled, or whose call ends, aborts its handler and is not answered',
        ),
      ),
      should(
        'User interfaces show that a cancellation is requested',
        application('the promise of an aborted call rejects at once, with the reason'),
      ),
      should(
        'Invalid cancellations are ignored: unknown ids, finished requests, malformed messages',
        kept(
          'core/rpc/route-messages',
          'listen/gaps > notifications/cancelled ends its subscription, and is ignored for any other id',
        ),
      ),
    ),
    section(
      'Progress',
      { '2026-07-28': 'basic/patterns/progress', '2025-11-25': 'basic/utilities/progress' },
      must(
        'Progress tokens are a string or integer',
        kept(
          'core/rpc/route-messages',
          'test:mock-server/valid-messages > all messages of client and server fit the schemas of their revision',
        ),
      ),
      must(
        'They are unique across all active requests',
        kept(
          'core/rpc/route-messages',
          "call/progress > progress on another request's stream is not delivered",
          'input/rounds > each round is a request of its own, with fresh _meta, headers and progress token',
        ),
      ),
      must(
        'Notifications reference only tokens of active requests (those that the client sends)',
        application('`notify()` sends progress for a request of the server with the token that the handler got'),
      ),
      should(
        'Active tokens are tracked',
        kept(
          'core/rpc/route-messages',
          'call/progress > progress that goes backwards, is fractional or has an unknown token does no harm',
        ),
      ),
      should(
        'Both parties limit the rate to prevent flooding',
        application('the client sends no progress of its own; a handler decides how often it does'),
      ),
      must(
        'Progress stops after completion',
        kept(
          'core/rpc/route-messages',
          'call/aborts-inside-callbacks > a call that ends inside of its onProgress runs none of its callbacks any more, also for what has arrived already',
        ),
      ),
    ),
    section(
      'Progress of tasks',
      legacy('basic/utilities/progress#behavior-requirements'),
      must(
        'The token of a task-augmented request stays valid until the task has ended',
        kept(
          'tasks/core-task core/rpc/route-messages',
          'tasks/core-tasks > progress of a task reaches the call until the task has ended, on any stream of the session',
        ),
      ),
    ),
  ],
}
