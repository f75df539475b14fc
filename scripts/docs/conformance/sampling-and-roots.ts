/** Sampling and roots. */
import {
  application,
  because,
  both,
  kept,
  must,
  mustNot,
  section,
  should,
  shouldNot,
  type Topic,
} from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })
const legacy = (path: string) => ({ '2025-11-25': path })
const declared =
  'modern/request-meta > each request declares the capabilities that its handlers, or its caller, can answer'

export const samplingAndRoots: Topic = {
  title: 'Sampling and roots',
  sections: [
    section(
      'Sampling: user interaction',
      both('client/sampling#user-interaction-model'),
      should(
        'A human can deny sampling requests',
        application('the handler may throw, with the code -1 for a refusal'),
      ),
      should(
        'Applications let users review requests',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > the handler can review a sampling request before the model and before the reply',
        ),
      ),
      should('Applications let users edit prompts', application('the handler decides what the model gets')),
      should(
        'Applications present responses before delivery',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > the handler can review a sampling request before the model and before the reply',
        ),
      ),
    ),
    section(
      'Sampling: capabilities',
      both('client/sampling#capabilities'),
      must(
        'Clients that support sampling declare it',
        kept(
          'core/server-requests/request-handlers',
          declared,
          'input/roots > in 2026-07-28 every request declares roots and sampling, and no notification is sent',
        ),
      ),
      must(
        'Clients declare `sampling.tools` to receive requests with tools',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling-tools > a sampling handler with tools is declared, and content blocks keep their _meta',
        ),
      ),
    ),
    section(
      'Sampling: messages',
      both('client/sampling#message-content-constraints'),
      must(
        'A message with tool results contains only tool results',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling-tools > unmatched or mixed tool results in a sampling request are refused',
        ),
      ),
      must(
        'Each tool use is followed by its result',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling-tools > unmatched or mixed tool results in a sampling request are refused',
        ),
      ),
      must(
        'With `toolChoice: required` the model uses at least one tool',
        application('the handler gets `toolChoice` and calls the model'),
      ),
      mustNot(
        'With `toolChoice: none` the model uses tools',
        application('the handler gets `toolChoice` and calls the model'),
      ),
    ),
    section(
      'Sampling: messages',
      modern('client/sampling#messages'),
      must(
        'Messages have a `role` and `content`',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > a sampling request without valid messages is refused, and no handler runs',
        ),
      ),
      shouldNot(
        'Messages are retained between separate requests',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > nothing of one sampling request is kept for the next',
        ),
      ),
    ),
    section(
      'Sampling: parameters',
      both('client/sampling#sampling-parameters'),
      must(
        'The client respects `maxTokens`',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > model hints arrive in order, together with maxTokens',
        ),
      ),
    ),
    section(
      'Sampling: errors',
      legacy('client/sampling#error-handling'),
      should(
        'Clients return errors for common cases: the user rejected, results missing or mixed',
        kept(
          'core/server-requests/request-handlers core/rpc/handler-queue',
          "input/sampling > a user's refusal can be told apart from a failure by the code that the handler throws",
          'input/sampling-tools > unmatched or mixed tool results in a sampling request are refused',
        ),
      ),
    ),
    section(
      'Sampling: security',
      both('client/sampling#security-considerations'),
      should(
        'Clients implement user approval controls',
        application('nothing is sent before the handler has returned'),
      ),
      should(
        'Both parties validate message content',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > a handler result that is no sampling result, or no JSON, is not sent, and the connection still works',
        ),
      ),
      should(
        'Clients respect hints of models',
        kept(
          'core/server-requests/request-handlers',
          'input/sampling > model hints arrive in order, together with maxTokens',
        ),
      ),
      should(
        'Clients limit the rate',
        kept(
          'core/rpc/handler-queue',
          'input/server-requests > at most four handlers of a call run at once, and every server request is answered',
        ),
      ),
      must(
        'Both parties handle sensitive data appropriately',
        application('the client keeps no prompts and no messages; its events show neither'),
      ),
      should(
        'Both parties limit the rounds of tool loops',
        application(
          'the loop belongs to the server, and each of its rounds calls the `sample` handler, which may refuse; in 2026-07-28 a call answers ten rounds, or as many as `maxRounds` says',
        ),
      ),
    ),
    section(
      'Roots: capabilities',
      both('client/roots#capabilities'),
      must(
        'Clients that support roots declare them',
        kept(
          'core/server-requests/request-handlers',
          'input/roots > in 2026-07-28 every request declares roots and sampling, and no notification is sent',
          'input/roots > roots are sent as the application gives them',
        ),
      ),
    ),
    section(
      'Roots: changes',
      legacy('client/roots#root-list-changes'),
      must(
        'Clients that support `listChanged` send a notification when roots change',
        kept(
          'core/methods/notify',
          'input/own-methods > rootsChanged() tells the server, which was told that the roots may change',
        ),
      ),
    ),
    section(
      'Roots: data',
      both('client/roots#root'),
      must(
        'The `uri` is a `file://` URI',
        kept('core/server-requests/request-handlers', 'input/roots > a root that is not a file URI is not sent'),
      ),
    ),
    section(
      'Roots: errors',
      legacy('client/roots#error-handling'),
      should(
        'Without roots the client answers -32601',
        kept('core/rpc/handler-queue', 'input/roots > without a roots handler roots/list is refused'),
      ),
      should(
        'Internal errors are -32603',
        kept(
          'core/rpc/handler-queue',
          'input/roots > a roots handler that throws is an internal error without the reason',
        ),
      ),
    ),
    section(
      'Roots: security',
      both('client/roots#security-considerations'),
      must(
        'Clients only expose roots with appropriate permissions',
        application('the handler decides which roots a server gets'),
      ),
      must(
        'Clients validate root URIs to prevent path traversal',
        application('the client checks that they are `file://` URIs; only the application knows its paths'),
      ),
      must('Clients implement access controls', application('as above')),
      must('Clients monitor the accessibility of roots', application('it calls `rootsChanged()` when they change')),
    ),
    section(
      'Roots: guidelines',
      both('client/roots#implementation-guidelines'),
      should('Clients ask for consent before exposing roots', application('the handler may ask; the inspector does')),
      should('Clients provide interfaces to manage roots', application('the inspector has one')),
      should(
        'Clients validate accessibility before exposing',
        because('A program that speaks HTTP only cannot look at files'),
      ),
      should('Clients monitor for changes', application('it calls `rootsChanged()`')),
    ),
  ],
}
