/** The server view: instructions and capabilities first, then server info, the connection, and how it was established. */
import type { ServerCapabilities } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { catalog } from '../state/catalog.ts'
import { currentPreset } from '../state/mock.ts'
import { presets } from '../state/presets.ts'
import { pane } from '../state/selection.ts'
import { chosen } from '../state/servers.ts'
import { type Session, session } from '../state/session.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDuration } from '../ui/format.ts'
import { nonEmptyString } from '../ui/json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { errorText, laneName, noteText } from '../wire/describe.ts'
import type { Row } from '../wire/rows.ts'
import { Code } from './code.tsx'
import { Roots } from './roots.tsx'
import { describeEra, hasSession, serverName } from './server-card.tsx'
import { SessionControls } from './session-controls.tsx'

export function ServerView(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  const { info, capabilities, instructions } = known.client.server
  const { value: connection } = known.connection
  const { keepAlive, lastError } = connection
  return (
    <article class="main-body">
      <h2>
        <Text of={serverName(info)} maxLength={200} />
      </h2>
      <Introduction description={nonEmptyString(info?.description)} />
      <button type="button" class="only-narrow" onClick={() => (pane.value = 'browse')}>
        Show what it has
      </button>
      <PresetHint />
      {nonEmptyString(instructions) && (
        <section>
          <h3>Instructions</h3>
          <Pre label="Instructions" text={instructions} />
        </section>
      )}
      <section>
        <h3>Capabilities</h3>
        <Capabilities of={capabilities} />
      </section>
      <div class="cards">
        <section class="card" aria-label="Who it is">
          <h3>Who it is</h3>
          <DescriptionList
            of={{
              Name: nonEmptyString(info?.name),
              Version: nonEmptyString(info?.version),
              Website: nonEmptyString(info?.websiteUrl),
            }}
          />
        </section>
        <section class="card" aria-label="How you are connected">
          <h3>How you are connected</h3>
          <DescriptionList
            of={{
              Era: `${connection.era} (${describeEra(connection, known.client)})`,
              Revision: connection.protocolVersion,
              Transport: connection.transport === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP',
              Session: describeSession(known),
              Listening: connection.listening,
              Keepalive: keepAlive
                ? `every ${formatDuration(keepAlive.interval)}${keepAlive.ping ? '' : ', without ping'}`
                : 'off',
              'Last error': lastError === undefined ? undefined : errorText(lastError),
            }}
          />
          <SessionControls known={known} />
        </section>
      </div>
      <ConnectSteps known={known} />
      <Roots />
      <Code target={known.target} actions={[]} />
      <Code
        title="Show code that lists the tools"
        target={known.target}
        actions={[{ kind: 'list', list: 'tools', names: catalog.tools.value.items.map(({ name }) => name) }]}
      />
    </article>
  )
}

/** There is nothing to pick when the lists could not be loaded. */
function Introduction({ description }: { description: string | undefined }): JSX.Element {
  const failed = Object.entries(catalog).flatMap(([name, list]) => (list.value.error === undefined ? [] : [name]))
  return (
    <>
      {(description || failed.length === 0) && (
        <p class="muted">
          <Text of={description ?? 'Connected. Pick a tool, or look around.'} maxLength={2_000} />
        </p>
      )}
      {failed.length > 0 && (
        <p class="hint-box">Connected, but these lists could not be loaded: {failed.join(', ')}. The list says why.</p>
      )}
    </>
  )
}

function PresetHint(): JSX.Element | null {
  const preset = presets.find(({ id }) => id === currentPreset())
  return preset ? <p class="preset-hint">{preset.hint}</p> : null
}

function describeSession({ client, connection }: Session): string {
  if (connection.value.era === 'modern') return 'none: this revision has no sessions'
  if (connection.value.transport === 'sse') return 'the open stream'
  return hasSession(client) ? 'yes' : 'none'
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
            <Text of={name} maxLength={100} />
            {flags.length > 0 && (
              <span class="muted">
                {' '}
                <Text of={flags.map(([flag]) => flag).join(', ')} maxLength={200} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The requests and notes of connecting, in order. */
function ConnectSteps({ known: { connectRows: rows, connectMs, connection } }: { known: Session }): JSX.Element {
  void chosen.value.wire.version.value
  const { fellBack, fallbackReason, requestedTransport } = connection.value
  const requests = rows.filter(({ kind }) => kind === 'lane').length
  return (
    <section>
      <h3>How it was found</h3>
      <p class="muted">
        {requestedTransport === 'auto' ? 'Nothing was assumed' : `Asked for ${requestedTransport}`}; it took{' '}
        {formatDuration(connectMs)} and {requests} {requests === 1 ? 'request' : 'requests'}.
        {fellBack &&
          ` The first transport was refused${fallbackReason?.status ? ` with ${fallbackReason.status}` : ''}.`}
      </p>
      <ol class="connect-steps">
        {rows.map((row) => (
          <li key={row.key}>
            <Text of={describeRow(row)} maxLength={300} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeRow(row: Row): string {
  if (row.kind === 'note') return noteText(row)
  return `${row.method} ${laneName(row)}: ${row.status ?? 'no answer'}`
}
