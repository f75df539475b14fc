/** The servers that a domain lists, with their hosts. What a catalog says is shown as text. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { type CatalogEntry, DiscoverError, type FoundCard, readCard } from '../../../src/discover/index.ts'
import { closeLookup, type Lookup, type LookupResult, lookUp, type RefusedEntry } from '../state/lookup.ts'
import { Text } from '../ui/text.tsx'
import { Card } from './found-card.tsx'

/** Rows that are added by each click. */
const STEP = 50

export function Discovery({ of: { url, result } }: { of: Lookup }): JSX.Element {
  const { host } = new URL(url)
  const close = () => {
    closeLookup()
    document.getElementById('address')?.focus()
  }
  return (
    <section class="card discovery" aria-label={`Servers of ${host}`}>
      <div class="row discovery-head">
        <h3>Servers of {host}</h3>
        <button type="button" class="small" aria-label="Close the list of servers" onClick={close}>
          Close
        </button>
      </div>
      <div aria-busy={result.value === undefined}>
        {result.value ? <Result key={url} host={host} of={result.value} /> : <p role="status">Reading its catalog…</p>}
      </div>
    </section>
  )
}

function Result({ of, host }: { of: LookupResult; host: string }): JSX.Element {
  const shown = useSignal(STEP)
  if ('error' in of) return <Failure error={of.error} />
  const { entries, refused } = of
  return (
    <>
      <p class="muted" role="status">
        {entries.length === 0 && 'The catalog lists no MCP server.'}
        {entries.length > 0 &&
          'A catalog may list servers on other hosts. The page contacts a host only after your click.'}
      </p>
      <ul class="found-servers">
        {entries.slice(0, shown.value).map((entry, index) => (
          <FoundServer key={index} entry={entry} host={host} />
        ))}
      </ul>
      {entries.length > shown.value && (
        <button type="button" class="small" onClick={() => (shown.value += STEP)}>
          Show more of {entries.length}
        </button>
      )}
      {refused.length > 0 && <Refused entries={refused} />}
    </>
  )
}

function Failure({ error }: { error: unknown }): JSX.Element {
  const isMissing = error instanceof DiscoverError && error.reason === 'not-found'
  return (
    <div role="alert">
      <p>
        <Text of={error instanceof Error ? error.message : error} maxLength={1_000} />
      </p>
      <p class="muted">
        {isMissing && 'The domain publishes no catalog. '}Enter the full URL of an MCP server, such as
        https://tools.example.com/mcp.
      </p>
    </div>
  )
}

function FoundServer({ entry, host }: { entry: CatalogEntry; host: string }): JSX.Element {
  const asked = useSignal(0)
  const read = useSignal<{ card: FoundCard; left: string[] } | { error: unknown } | undefined>(undefined)
  useEffect(() => {
    if (asked.value === 0) return
    const leaving = new AbortController()
    const left: string[] = []
    // The person saw the host before the click.
    const options = { allowUrl: () => true, onInvalid: (_: unknown, reason: string) => void left.push(reason) }
    const show = (next: typeof read.value) => {
      if (!leaving.signal.aborted) read.value = next
    }
    readCard(entry, { ...options, signal: leaving.signal }).then(
      (card) => show({ card, left }),
      (error: unknown) => show({ error }),
    )
    return () => leaving.abort()
  }, [entry, asked.value])
  const { name, version, description, url, data } = entry
  const at = new URL(url).host
  const isLoading = asked.value > 0 && !read.value
  return (
    <li class="found-server">
      <div class="row">
        <strong>
          <Text of={name} maxLength={120} />
        </strong>
        {version && (
          <span class="muted">
            <Text of={version} maxLength={60} />
          </span>
        )}
        <span class="found-host">
          {data ? 'card in the catalog at' : 'card at'} <code>{at}</code>
        </span>
        {at !== host && <span class="tag warn">another host</span>}
      </div>
      {description && (
        <p>
          <Text of={description} maxLength={500} />
        </p>
      )}
      {!(read.value && 'card' in read.value) && (
        <p class="row">
          <button
            type="button"
            class="small"
            aria-disabled={isLoading}
            aria-label={`Read the card of ${name.slice(0, 120)}`}
            onClick={() => {
              if (isLoading) return
              read.value = undefined
              asked.value++
            }}
          >
            {isLoading ? 'Reading the card…' : 'Read the card'}
          </button>
        </p>
      )}
      {read.value && 'error' in read.value && (
        <p class="problem" role="alert">
          <Text
            of={read.value.error instanceof Error ? read.value.error.message : read.value.error}
            maxLength={1_000}
          />
        </p>
      )}
      {read.value && 'card' in read.value && <Card of={read.value.card} left={read.value.left} host={host} />}
    </li>
  )
}

function Refused({ entries }: { entries: readonly RefusedEntry[] }): JSX.Element {
  const shown = useSignal(STEP)
  return (
    <section class="refused-entries">
      <h4>Ignored entries</h4>
      <ul>
        {entries.slice(0, shown.value).map(({ identifier, reason, catalog }, index) => (
          <li key={index} class="row">
            <span>
              <code>
                <Text of={identifier ?? 'unnamed entry'} maxLength={200} />
              </code>
              : <Text of={reason} maxLength={500} />
            </span>
            {catalog && (
              <button type="button" class="small" onClick={() => lookUp(catalog)}>
                Look up {new URL(catalog).host}
              </button>
            )}
          </li>
        ))}
      </ul>
      {entries.length > shown.value && (
        <button type="button" class="small" onClick={() => (shown.value += STEP)}>
          Show more of {entries.length}
        </button>
      )}
    </section>
  )
}
