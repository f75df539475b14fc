/** Tools, resources and prompts. */
import { application, because, both, kept, must, section, should, shouldNot, type Topic } from './requirement.ts'

const modern = (path: string) => ({ '2026-07-28': path })

export const serverFeatures: Topic = {
  title: 'Server features',
  sections: [
    section(
      'Tools: user interaction',
      both('server/tools#user-interaction-model'),
      should(
        'A human can deny tool invocations',
        kept(
          'tools/run-call',
          'tools/model-calls > a call that was not approved is not sent, and the model is told so',
        ),
      ),
      should(
        'Applications make clear which tools the model has',
        application('it chooses the tools that it passes to the model'),
      ),
      should(
        'Applications show when tools are invoked',
        application('events and `onProgress` tell it; the inspector shows each call'),
      ),
      should(
        'Applications ask for confirmation of operations',
        kept(
          'tools/run-call',
          'tools/model-calls > a call that was not approved is not sent, and the model is told so',
        ),
      ),
    ),
    section(
      'Tools: calling',
      modern('server/tools#input-required-tool-results'),
      must(
        'The id differs between the request and its retry',
        kept('core/methods/request', 'input/input-required > the next round is the same request under a new id'),
      ),
    ),
    section(
      'Tools: annotations',
      both('server/tools#tool'),
      must(
        'Clients consider tool annotations untrusted unless the server is trusted',
        kept('core/methods/tools', 'call/retry-safe > without the retry option no call is repeated'),
      ),
    ),
    section(
      'Tools: names',
      both('server/tools#tool-names'),
      should(
        'Tool names are considered case-sensitive',
        kept(
          'core/methods/tools core/modern/known-tools',
          'features/content > tools whose names differ in case only are different tools',
        ),
      ),
    ),
    section(
      'Tools: names',
      modern('server/tools#tool-names'),
      should(
        'Clients that aggregate tools have a strategy for equal names',
        kept(
          'group/names',
          'group/merged-lists > a call goes to the server that lists the tool, under the name that this server gave it',
        ),
      ),
      shouldNot(
        'They rely on the `name` in `serverInfo`',
        kept(
          'group/names',
          'group/merged-lists > a call goes to the server that lists the tool, under the name that this server gave it',
        ),
      ),
    ),
    section(
      'Tools: `x-mcp-header`',
      modern('server/tools#x-mcp-header'),
      must(
        'Clients reject definitions that violate the constraints',
        kept(
          'core/modern/request-headers core/methods/tools',
          'modern/invalid-param-headers > a tool that was left out cannot be called, and nothing is sent',
        ),
      ),
      must(
        'They exclude the tool from the result of `tools/list`',
        kept(
          'core/methods/list-pages core/modern/request-headers',
          'modern/invalid-param-headers > an invalid tool is also left out of a cached list',
        ),
      ),
      should(
        'They log a warning with the name and the reason',
        kept(
          'core/methods/list-pages core/modern/request-headers',
          'modern/invalid-param-headers > only the invalid tool is left out of the list, and an event says which one and why',
        ),
      ),
    ),
    section(
      'Tools: output schema',
      both('server/tools#output-schema'),
      should(
        'Clients validate structured results against it',
        kept(
          'core/methods/structured-content',
          "features/structured-output > a JSON Schema validator checks results against the tool's outputSchema",
        ),
      ),
    ),
    section(
      'Tools: errors',
      both('server/tools#error-handling'),
      should(
        'Clients give tool execution errors to models',
        kept(
          'tools/run-call tools/model-content',
          'features/content > a tool failure is a result with isError, and a refused call is an RpcError',
          'tools/model-calls > a model calls tools by names that every provider takes, and gets their results',
        ),
      ),
    ),
    section(
      'Tools: security',
      both('server/tools#security-considerations'),
      should(
        'Clients ask for confirmation of sensitive operations',
        kept(
          'tools/run-call',
          'tools/model-calls > a call that was not approved is not sent, and the model is told so',
        ),
      ),
      should(
        'Clients show tool inputs before the call',
        kept(
          'tools/run-call',
          'tools/model-calls > a call that was not approved is not sent, and the model is told so',
        ),
      ),
      should(
        'Clients validate results before they pass them to models',
        kept('core/validation/shapes', 'call/answers > a result that is not a tool result is an error that carries it'),
      ),
      should(
        'Clients implement timeouts for calls',
        kept(
          'core/util/deadline',
          'call/timeouts-and-aborts > silence ends a call with a TimeoutError that names the limit, and the client still works',
        ),
      ),
      should(
        'Clients log tool usage',
        kept(
          'core/events',
          'events/call-numbers > each call has a number of its own from 1 on, and what no call caused has none',
        ),
      ),
    ),
    section(
      'Tools: security',
      modern('server/tools#security-considerations'),
      should(
        'Clients follow the rules for `$ref`',
        kept(
          'core/methods/structured-content',
          'features/structured-output > a remote $ref in an outputSchema is not fetched, and the check fails',
        ),
      ),
    ),
    section(
      'Resources',
      modern('server/resources#error-handling'),
      should(
        'Clients accept -32602 and -32002 as not found',
        kept(
          'core/errors',
          'features/resources > an unknown resource is an error with the code of its revision, and its URI',
        ),
      ),
    ),
    section(
      'Resources: URIs',
      both('server/resources#custom-uri-schemes'),
      must(
        'Custom URI schemes follow RFC 3986',
        because('Servers choose URIs; the client sends them back as they are'),
      ),
    ),
    section(
      'Resources: security',
      both('server/resources#security-considerations'),
      must(
        'Binary data is properly encoded',
        kept(
          'core/validation/shapes',
          'features/resources > a resource is read as text, as bytes, by template, in several parts and empty',
        ),
      ),
      should(
        'Access controls protect sensitive resources',
        because('It binds servers; what a client may read follows from its credentials'),
      ),
      should('Permissions are checked before operations', because('It binds servers')),
    ),
    section(
      'Prompts',
      both('server/prompts#implementation-considerations'),
      should(
        'Clients handle pagination for large prompt lists',
        kept(
          'core/methods/list-pages',
          'features/lists > every list is read page by page, and cursors are sent back unchanged',
        ),
      ),
      should(
        'Both parties respect capability negotiation',
        kept('core/methods/require-capability', 'features/capabilities > a server without prompts gets no prompts/get'),
      ),
    ),
    section(
      'Prompts: security',
      both('server/prompts#security'),
      must(
        'Implementations validate prompt inputs and outputs',
        kept(
          'core/methods/prompts core/validation/shapes',
          'features/prompts > a prompt argument that is not a string is a TypeError, and nothing is sent',
          'features/prompts > a result that is not a prompt is an error that carries it',
        ),
      ),
    ),
  ],
}
