/** JSON Schema, `_meta` and icons. */
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

export const metadata: Topic = {
  title: 'JSON Schema, metadata and icons',
  sections: [
    section(
      'JSON Schema',
      both('basic#json-schema-usage'),
      must(
        'Implementations support JSON Schema 2020-12',
        application(
          'it passes a JSON Schema validator as the option `jsonSchemaValidator`; the client bundles none, and tells it the dialect',
        ),
      ),
      should(
        'Implementations document which additional dialects they support',
        because(
          'docs/getting-started.md does: 2020-12 is the default, and other dialects are up to the validator that the application passes',
        ),
      ),
      must(
        'Schemas without `$schema` are 2020-12',
        kept(
          'core/methods/structured-content',
          'features/structured-output > an outputSchema without $schema is JSON Schema 2020-12, and an unknown dialect fails by name',
        ),
      ),
      must(
        'Schemas are validated by their declared or default dialect',
        kept(
          'core/methods/structured-content',
          "features/structured-output > a JSON Schema validator checks results against the tool's outputSchema",
        ),
      ),
      must(
        'Unsupported dialects are handled by an error that says so',
        kept(
          'core/methods/structured-content',
          'features/structured-output > an outputSchema without $schema is JSON Schema 2020-12, and an unknown dialect fails by name',
        ),
      ),
      must(
        'Schemas are valid in their dialect',
        kept(
          'core/methods/structured-content',
          'features/structured-output > a nonsensical outputSchema breaks only the check against it, not the list',
        ),
      ),
    ),
    section(
      'References in schemas',
      { '2026-07-28': 'basic#$ref-resolution' },
      mustNot(
        'Implementations dereference a `$ref` to a network URI automatically',
        kept(
          'core/methods/structured-content',
          'hostile/values > a schema never causes a request',
          'features/structured-output > a remote $ref in an outputSchema is not fetched, and the check fails',
        ),
      ),
      must('A mode that fetches non-local `$ref`s is disabled by default', because('There is no such mode')),
      should('Such a mode has an allowlist of hosts, limits and logs', because('There is no such mode')),
      should(
        'Schemas that fail on an unresolved external `$ref` are rejected',
        kept(
          'core/methods/structured-content',
          'features/structured-output > a remote $ref in an outputSchema is not fetched, and the check fails',
        ),
      ),
    ),
    section(
      'Cost of schemas',
      { '2026-07-28': 'basic#composition-keyword-resource-use' },
      should(
        'Implementations apply bounds to the validation of schemas',
        kept(
          'core/methods/structured-content core/modern/request-headers',
          'features/structured-output > a validator that never answers ends with the call: by an abort, by maxTotalTimeout, and by closing the client',
          'modern/extreme-schemas > a very deep schema is listed, not cached, and left out of snapshots',
        ),
      ),
    ),
    section(
      'Metadata',
      both('basic#_meta'),
      mustNot(
        'Implementations make assumptions about values at reserved keys',
        kept(
          'core/http/post-message',
          "call/meta > the caller's _meta cannot replace the client's own protocol fields",
          'call/meta > _meta passes unchanged in every handshake revision',
        ),
      ),
      must(
        'A prefix is a series of labels separated by dots, followed by a slash',
        kept('core/validation/meta-key', 'unit:core/validation/meta-key > %j is a key of _meta'),
      ),
      must(
        'Labels start with a letter and end with a letter or digit',
        kept('core/validation/meta-key', 'unit:core/validation/meta-key > %j is not a key of _meta'),
      ),
      should('Prefixes use reverse DNS notation', application('the client checks the form of keys, not who owns them')),
      must(
        'A name that is not empty begins and ends with an alphanumeric character',
        kept('core/validation/meta-key', 'unit:core/validation/meta-key > %j is not a key of _meta'),
      ),
    ),
    section(
      'Protocol fields of requests',
      { '2026-07-28': 'basic#_meta' },
      must(
        'Required fields are included on every request: `protocolVersion`',
        kept(
          'core/modern/modern-era',
          "modern/request-meta > every request carries its protocol version and the client's capabilities, even if those are empty",
        ),
      ),
      must(
        'Required fields are included on every request: `clientCapabilities`',
        kept(
          'core/modern/modern-era core/server-requests/request-handlers',
          "modern/request-meta > every request carries its protocol version and the client's capabilities, even if those are empty",
        ),
      ),
      should(
        'Clients include `clientInfo` on every request unless configured not to do so',
        kept('core/modern/modern-era', 'modern/request-meta > every request carries clientInfo'),
      ),
      shouldNot(
        'Implementations use `serverInfo` to change their behavior',
        kept(
          'core/negotiation/detect-server',
          'modern/request-meta > serverInfo may come with any result, and need not come at all',
        ),
      ),
      shouldNot(
        'Implementations rely on `serverInfo` for security decisions',
        because('No decision of the client reads it: it is shown as `client.server` and nothing else'),
      ),
      must(
        'Values of `traceparent`, `tracestate` and `baggage` follow the W3C formats',
        application('the client sends what the option `trace` returns, under these names'),
      ),
    ),
    section(
      'Icons',
      both('basic#icons'),
      must(
        'Clients that render icons support PNG',
        because('The client renders no icons; the inspector draws none either'),
      ),
      must('Clients that render icons support JPEG', because('The client renders no icons')),
      should('Clients that render icons support SVG', because('The client renders no icons')),
      should('Clients that render icons support WebP', because('The client renders no icons')),
      must(
        'Consumers of icon metadata take security precautions',
        kept(
          'core/validation/shapes',
          'features/content > a tool comes with every field the server sends, and its icons are not fetched',
        ),
      ),
      must(
        'Clients reject icon URIs with unsafe schemes and redirects',
        application('icons are data for it; nothing is fetched for them'),
      ),
    ),
  ],
}
