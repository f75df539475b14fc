/** Recipes for reverse proxies, which can add what a server behind them lacks. */
import { CARD_CACHING, headersOf, metadataDocument, type Needs } from './needs.ts'

export function nginx(needs: Needs): string {
  const { metadata, path, card } = needs
  const headers = headersOf(needs)
  const add = (indent: string) => headers.map(([name, value]) => `${indent}add_header ${name} ${quote(value)} always;`)
  return [
    `# In the location of the server, beside proxy_pass; here location ${path}.`,
    // What the server itself sends would be there twice.
    ...headers.map(([name]) => `proxy_hide_header ${name};`),
    ...add(''),
    ...(card === undefined
      ? []
      : [
          'set $card_caching "";',
          `if ($uri = ${quote(card)}) {`,
          `    set $card_caching "${CARD_CACHING}";`,
          '}',
          '# Not sent while it is empty.',
          'add_header Cache-Control $card_caching always;',
        ]),
    ...(needs.cors ? ['if ($request_method = OPTIONS) {', '    return 204;', '}'] : []),
    '# Events must pass at once.',
    'proxy_buffering off;',
    ...(metadata
      ? [
          '# In the server block.',
          `location = ${metadata.path} {`,
          ...add('    '),
          '    default_type application/json;',
          `    return 200 '${metadataDocument(metadata).replace(/'/g, '')}';`,
          '}',
        ]
      : []),
  ].join('\n')
}

export function caddy(needs: Needs): string {
  const { metadata, card } = needs
  const header = (matcher: string, headers: readonly (readonly [string, string])[]) =>
    headers.length === 0
      ? []
      : [
          `header ${matcher}{`,
          ...headers.map(([name, value]) => `    ${name} ${quote(value)}`),
          '    # After the response of the server.',
          '    defer',
          '}',
        ]
  return [
    '# In the site block, beside reverse_proxy.',
    ...header('', headersOf(needs)),
    ...(card === undefined ? [] : header(`${quote(card)} `, [['Cache-Control', CARD_CACHING]])),
    ...(needs.cors ? ['@preflight method OPTIONS', 'respond @preflight 204'] : []),
    ...(metadata
      ? [
          `handle ${metadata.path} {`,
          '    header Content-Type application/json',
          `    respond \`${metadataDocument(metadata).replace(/`/g, '')}\` 200`,
          '}',
        ]
      : []),
  ].join('\n')
}

/** Neither program expands variables in what is left. */
const quote = (text: string): string => `"${text.replace(/["\\$\n\r{}]/g, '')}"`
