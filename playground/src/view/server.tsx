/** What the server is, how it was found, and how the connection is doing. */
import type { ServerCapabilities } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { Facts } from '../show/facts.tsx'
import { Pre, Text, textOf } from '../show/text.tsx'
import { duration } from '../show/units.ts'
import { currentPreset } from '../state/mock.ts'
import { presets } from '../state/presets.ts'
import { type Session, session } from '../state/session.ts'
import { errorText, laneName, noteText } from '../wire/describe.ts'
import { wire } from '../wire/model.ts'
import type { Row } from '../wire/rows.ts'
import { Code } from './code.tsx'
import { eraWords, serverName } from './server-card.tsx'
import { SessionControls } from './session-controls.tsx'
import { StateMachine } from './state-machine.tsx'

export function ServerView(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  const { info, capabilities, instructions } = known.client.server
  const { value: connection } = known.connection
  const { keepAlive, lastError } = connection
  return (
    <article class="work-body">
      <h2>
        <Text of={serverName(info)} longest={200} />
      </h2>
      <p class="muted">
        <Text of={textOf(info?.description) ?? 'Connected. Pick a tool on the left, or look around.'} longest={2_000} />
      </p>
      <TryThis />
      <StateMachine status={connection.status} />
      <div class="cards">
        <section class="card" aria-label="Who it is">
          <h3>Who it is</h3>
          <Facts
            of={{
              Name: textOf(info?.name),
              Version: textOf(info?.version),
              Website: textOf(info?.websiteUrl),
              Capabilities: <Capabilities of={capabilities} />,
            }}
          />
        </section>
        <section class="card" aria-label="How you are connected">
          <h3>How you are connected</h3>
          <Facts
            of={{
              Era: `${connection.era} (${eraWords(connection)})`,
              Revision: connection.protocolVersion,
              Transport: connection.transport === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP',
              Session: sessionWords(known),
              Listening: connection.listening,
              Keepalive: keepAlive
                ? `every ${duration(keepAlive.interval)}${keepAlive.ping ? '' : ', without ping'}`
                : 'off',
              'Last error': lastError === undefined ? undefined : errorText(lastError),
            }}
          />
          <SessionControls known={known} />
        </section>
      </div>
      <Found known={known} />
      {textOf(instructions) && (
        <section>
          <h3>Instructions</h3>
          <Pre label="Instructions" text={instructions} />
        </section>
      )}
      <Code actions={[]} />
    </article>
  )
}

function TryThis(): JSX.Element | null {
  const preset = presets.find(({ id }) => id === currentPreset())
  return preset ? <p class="try-this">{preset.hint}</p> : null
}

/** Only whether there is one: the id is a secret. */
function sessionWords({ client, connection }: Session): string {
  if (connection.value.era === 'modern') return 'none: this revision has no sessions'
  if (connection.value.transport === 'sse') return 'the open stream'
  return Object.keys(client.snapshot().session ?? {}).includes('mcp-session-id') ? 'yes' : 'none'
}

function Capabilities({ of }: { of: ServerCapabilities | undefined }): JSX.Element {
  if (!of) return <>the server did not say</>
  const entries = Object.entries(of)
  if (entries.length === 0) return <>none</>
  return (
    <ul class="tags">
      {entries.slice(0, 100).map(([name, detail]) => {
        const flags = Object.entries(detail ?? {}).filter(([, value]) => value === true)
        return (
          <li key={name} class="tag">
            <Text of={name} longest={100} />
            {flags.length > 0 && (
              <span class="muted">
                {' '}
                <Text of={flags.map(([flag]) => flag).join(', ')} longest={200} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Every request it took, in order. */
function Found({ known: { found, took, connection } }: { known: Session }): JSX.Element {
  void wire.version.value
  const rows = wire.rows.slice(found.from, found.to)
  const { fellBack, fallbackReason, requested } = connection.value
  return (
    <section>
      <h3>How it was found</h3>
      <p class="muted">
        {requested === 'auto' ? 'Nothing was assumed' : `Asked for ${requested}`}; it took {duration(took)} and{' '}
        {rows.filter(({ kind }) => kind === 'lane').length} requests.
        {fellBack &&
          ` The first transport was refused${fallbackReason?.status ? ` with ${fallbackReason.status}` : ''}.`}
      </p>
      <ol class="found">
        {rows.map((row) => (
          <li key={row.key}>
            <Text of={attempt(row)} longest={300} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function attempt(row: Row): string {
  if (row.kind === 'note') return noteText(row)
  return `${row.method} ${laneName(row)}: ${row.status ?? 'no answer'}`
}
