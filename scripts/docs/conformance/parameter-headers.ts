/** Headers from the parameters of tools, and earlier transports (Streamable HTTP of 2026-07-28). */
import { because, kept, must, mustNot, section, should, shouldNot, type Topic } from './requirement.ts'

const page = (anchor: string) => ({ '2026-07-28': `basic/transports/streamable-http#${anchor}` })

export const parameterHeaders: Topic = {
  title: 'Parameter headers, 2026-07-28',
  sections: [
    section(
      'Custom headers from tool parameters',
      page('custom-headers-from-tool-parameters'),
      must(
        'Clients support `x-mcp-header`',
        kept(
          'core/modern/request-headers',
          'modern/param-headers > arguments with x-mcp-header are sent as Mcp-Param headers, and no others',
        ),
      ),
      must(
        'Clients mirror the designated parameter values into headers',
        kept(
          'core/modern/request-headers',
          'modern/param-headers > a nested argument is sent only if it is exactly where the schema says',
        ),
      ),
    ),
    section(
      'Schema extension',
      page('schema-extension'),
      mustNot(
        'An `x-mcp-header` is empty',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > an x-mcp-header that is empty or not a string makes the tool invalid',
        ),
      ),
      must(
        'It matches the syntax of header names',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > an x-mcp-header that is not an HTTP token makes the tool invalid',
        ),
      ),
      mustNot(
        'It contains control characters',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > an x-mcp-header that is not an HTTP token makes the tool invalid',
        ),
      ),
      must(
        'It is unique in the `inputSchema`, ignoring case',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > a repeated x-mcp-header makes the tool invalid, in any case and at any depth',
        ),
      ),
      must(
        'It is applied only to integers, strings and booleans',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > x-mcp-header on a type other than string, integer and boolean makes the tool invalid',
        ),
      ),
      must(
        'Integer values are within the safe range',
        kept(
          'core/modern/request-headers',
          'modern/param-header-values > an integer beyond the safe range is refused before anything is sent',
        ),
      ),
      must(
        'It is applied only to properties that are statically reachable',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > x-mcp-header outside a chain of properties makes the tool invalid',
        ),
      ),
      mustNot(
        'The chain passes through arrays, composition, conditions or `$ref`',
        kept(
          'core/modern/request-headers',
          'modern/invalid-param-headers > x-mcp-header outside a chain of properties makes the tool invalid',
        ),
      ),
      must(
        'Clients reject tool definitions that violate this',
        kept(
          'core/modern/known-tools',
          'modern/invalid-param-headers > a tool that was left out cannot be called, and nothing is sent',
        ),
      ),
      must(
        'Clients exclude the invalid tool from the result of `tools/list`',
        kept(
          'core/modern/known-tools',
          'modern/invalid-param-headers > only the invalid tool is left out of the list, and an event says which one and why',
        ),
      ),
      should(
        'Clients log a warning with the name of the tool and the reason',
        kept(
          'core/modern/known-tools',
          'modern/invalid-param-headers > only the invalid tool is left out of the list, and an event says which one and why',
        ),
      ),
    ),
    section(
      'Value encoding',
      page('value-encoding'),
      must(
        'Clients encode parameter values before they are put into headers',
        kept(
          'core/modern/request-headers',
          'modern/param-header-values > integers are sent in decimal, booleans as true and false',
        ),
      ),
      must(
        'A value that is not safe as plain ASCII is the Base64 of its UTF-8',
        kept(
          'core/modern/request-headers',
          'modern/param-header-values > text that a header cannot hold is sent as Base64 of its UTF-8',
        ),
      ),
      must(
        'The markers appear exactly as shown, in lower case',
        kept(
          'core/modern/request-headers',
          'modern/param-header-values > text that a header cannot hold is sent as Base64 of its UTF-8',
        ),
      ),
      must(
        'Plain text that looks like an encoded value is encoded too',
        kept(
          'core/modern/request-headers',
          'unit:core/http/encode-header > every character can be decoded again, and fetch accepts every header',
        ),
      ),
    ),
    section(
      'Client behavior',
      page('client-behavior'),
      must(
        'The client takes the values of standard headers from the body',
        kept(
          'core/modern/request-headers',
          'modern/headers > the headers match the body, even if the arguments change meanwhile',
        ),
      ),
      must(
        'It appends `Mcp-Method`, and `Mcp-Name` where it applies',
        kept('core/modern/request-headers', 'modern/headers > Mcp-Method is exactly the method of the body'),
      ),
      must(
        'It omits the header when no value is present at the path',
        kept('core/modern/request-headers', 'modern/param-headers > an argument without a value has no header'),
      ),
      must(
        'It encodes the values',
        kept(
          'core/modern/request-headers',
          'modern/param-header-values > every character survives, and a lone surrogate is refused before anything is sent',
        ),
      ),
      must(
        'It appends an `Mcp-Param-{Name}` header',
        kept(
          'core/modern/request-headers',
          'modern/param-headers > x-mcp-header: Method becomes Mcp-Param-Method and leaves Mcp-Method alone',
        ),
      ),
      should(
        'After `HeaderMismatch` the client lists the tools and sends the call again with the right headers',
        kept(
          'core/methods/tools',
          'modern/header-mismatch > a call refused with HeaderMismatch is repeated with the right headers and runs once',
        ),
      ),
    ),
    section(
      'Server behavior for custom headers',
      page('server-behavior-for-custom-headers'),
      must(
        'The client includes the header of a parameter that has a value',
        kept(
          'core/modern/request-headers',
          'modern/param-headers > arguments with x-mcp-header are sent as Mcp-Param headers, and no others',
        ),
      ),
      must(
        'The client omits the header of a parameter that is null',
        kept('core/modern/request-headers', 'modern/param-headers > an argument without a value has no header'),
      ),
      must(
        'The client omits the header of a parameter that is not in the arguments',
        kept('core/modern/request-headers', 'modern/param-headers > an argument without a value has no header'),
      ),
    ),
    section(
      'Case sensitivity',
      page('case-sensitivity'),
      must(
        'Header names are compared without regard to case',
        kept('core/http/user-headers', "modern/headers > the caller's headers cannot replace the protocol's"),
      ),
    ),
    section(
      'Backward compatibility',
      page('backward-compatibility'),
      should(
        'On a 400 the client inspects the body before falling back',
        kept(
          'core/negotiation/probe core/refusals',
          'negotiation/rules > the body of a 400 decides about the era, not the status',
        ),
      ),
      shouldNot('New implementations adopt HTTP+SSE', because('It is a fallback for servers that speak nothing else')),
      should(
        'Existing implementations migrate to Streamable HTTP',
        kept(
          'core/negotiation/transport-fallback',
          'connect/fallback > a server that refuses the handshake with 405 and opens a stream on GET is used over HTTP+SSE',
        ),
      ),
    ),
  ],
}
