/** Compares what a card claims with what the server turned out to be. */
import type { Client } from '../core/index.ts'
import type { CardRemote, ServerCard } from './card.ts'

/** A claim of a card that the server contradicts. What the server says counts. */
export interface Contradiction {
  /** The member of the card. */
  claim: 'name' | 'version' | 'title' | 'description' | 'websiteUrl' | 'icons' | 'type' | 'supportedProtocolVersions'
  /** What the card says. */
  card: unknown
  /** What the server says or does. */
  server: unknown
}

/** Contradictions between a card and a connected server. `remote` is the one that was connected to. @default any of them */
export function checkCard(
  card: ServerCard,
  { server, connection }: Pick<Client, 'server' | 'connection'>,
  remote?: CardRemote,
): Contradiction[] {
  const found: Contradiction[] = []
  const compare = (claim: Contradiction['claim'], claimed: unknown, actual: unknown, isSame = claimed === actual) => {
    if (claimed !== undefined && actual !== undefined && !isSame) found.push({ claim, card: claimed, server: actual })
  }
  const { info } = server
  if (info) {
    // The name of a card has a prefix, which few servers repeat.
    const names = [card.name, card.name.split('/')[1], card.title]
    compare('name', card.name, info.name, names.includes(info.name))
    for (const claim of ['version', 'title', 'description', 'websiteUrl'] as const)
      compare(claim, card[claim], info[claim])
    // A server may send anything.
    const sourcesOf = (icons: unknown) =>
      Array.isArray(icons) ? icons.map((icon: { src?: unknown } | null) => icon?.src) : undefined
    const [claimed, actual] = [sourcesOf(card.icons), sourcesOf(info.icons)]
    compare('icons', claimed, actual, `${claimed}` === `${actual}`)
  }
  const { transport, era, protocolVersion } = connection
  const remotes = remote ? [remote] : (card.remotes ?? [])
  const types = remotes.map(({ type }) => type)
  if (types[0]) compare('type', types[0], transport, types.includes(transport))
  const named = remotes.flatMap(({ supportedProtocolVersions = [] }) => supportedProtocolVersions)
  // A client that offers 2026-07-28 speaks it with every server that supports it.
  const isOverstated = era === 'legacy' && named.includes('2026-07-28')
  if (named[0]) {
    compare('supportedProtocolVersions', named, protocolVersion, named.includes(protocolVersion) && !isOverstated)
  }
  return found
}
