/** `discover <domain>`: lists the MCP servers that a domain publishes, without credentials. */

import {
  type CardRemote,
  type CatalogEntry,
  type DiscoverOptions,
  discover,
  type FoundCard,
  findCardIssues,
  readCard,
} from '../../src/discover/index.ts'
import { UsageError } from '../command/errors.ts'
import { type Invocation, jsonOption, listOf, type Verb } from '../command/verb.ts'

/** An entry with its card, or with the reason why that was not read. */
interface Listed extends CatalogEntry {
  found?: FoundCard
  issues?: string[]
  refused?: string
}

export const verb: Verb = {
  usage: '<domain>',
  about:
    'Lists the servers in the AI Catalog of a domain (/.well-known/ai-catalog.json). Nothing else is requested without\n' +
    '--cards, which reads the cards of servers on that domain; --allow names other hosts that may be asked.',
  options: {
    cards: { type: 'flag', about: 'Also read the server cards, and check their form' },
    allow: { type: 'list', value: '<host>', about: 'Read catalogs and cards of this host too; may be repeated' },
    ...jsonOption,
  },
  examples: ['discover example.com', 'discover example.com --cards --allow mcp.example.com', 'discover localhost:3000'],
  run: (invocation) => listServers(invocation),
}

/** What it prints with. */
type Printer = Pick<Invocation['output'], 'print' | 'printJson' | 'note'>

/** The exit code is 1 if a domain publishes a catalog without servers. */
export async function listServers(
  { values, positionals, output, signal }: Pick<Invocation, 'values' | 'positionals' | 'signal'> & { output: Printer },
  options: DiscoverOptions = {},
): Promise<number> {
  const [domain, ...others] = positionals
  if (domain === undefined || others.length > 0)
    throw new UsageError('discover: expected one domain, such as example.com')
  const hosts = listOf(values, 'allow')
  const onInvalid = (_: unknown, reason: string) => output.note(`Left out: ${reason}`)
  const settings = { ...options, signal, onInvalid, allowUrl: ({ host }: URL) => hosts.includes(host) }
  const entries = await discover(domain, settings)
  const listed: Listed[] = values.cards ? await Promise.all(entries.map((entry) => withCard(entry, settings))) : entries
  if (values.json) output.printJson(listed)
  else for (const entry of listed) show(entry, output)
  if (listed.length === 0) output.note('The catalog lists no MCP server.')
  return listed.length === 0 ? 1 : 0
}

async function withCard(entry: CatalogEntry, settings: DiscoverOptions): Promise<Listed> {
  try {
    const found = await readCard(entry, settings)
    const { source, ...card } = found
    return { ...entry, found, issues: findCardIssues(card) }
  } catch (error) {
    settings.signal?.throwIfAborted()
    return { ...entry, refused: (error as Error).message }
  }
}

function show(entry: Listed, output: Printer): void {
  const { name, description, url, identifier, found, refused, issues = [] } = entry
  output.print(`${name}  (${new URL(url).host})`)
  for (const text of [description, identifier, url, refused && `Not read: ${refused}`])
    if (text) output.print(`  ${text}`)
  for (const remote of found?.remotes ?? []) output.print(`  ${describe(remote)}`)
  for (const issue of issues) output.print(`  Not as specified: ${issue}`)
}

function describe({ type, url, variables = {}, headers = [], supportedProtocolVersions = [] }: CardRemote): string {
  const needed = headers.filter(({ isRequired }) => isRequired).map((header) => header.name)
  const inputs = [...Object.keys(variables), ...needed]
  const needs = inputs.length > 0 ? `, needs ${inputs.join(', ')}` : ''
  return `${type} ${url}${needs}${supportedProtocolVersions.length > 0 ? `, speaks ${supportedProtocolVersions.join(', ')}` : ''}`
}
