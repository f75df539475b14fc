/** The server view: what to do with the server first, then instructions, capabilities, the connection, its settings and log. */
import { isMcpError, type ServerCapabilities } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { catalog } from '../state/catalog.ts'
import { currentPreset } from '../state/mock.ts'
import { findPreset } from '../state/presets.ts'
import { describeRelay } from '../state/relay.ts'
import { pane, select } from '../state/selection.ts'
import { chosen } from '../state/servers.ts'
import { connectTo, type Session, session } from '../state/session.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDuration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { nonEmptyString } from '../ui/json.ts'
import { Pre, Text } from '../ui/text.tsx'
import { errorText, laneName, noteText } from '../wire/describe.ts'
import type { Row } from '../wire/rows.ts'
import { Code } from './code.tsx'
import { ConnectionSettings } from './connection-settings.tsx'
import { CorsHelp, corsHeadline, isCorsError } from './cors-help.tsx'
import { PingButton } from './ping.tsx'
import { Roots } from './roots.tsx'
import { SamplingRules } from './sampling-rules.tsx'
import { hasSession, serverName } from './server-card.tsx'
import { SessionControls } from './session-controls.tsx'

export function ServerView(): JSX.Element | null {
  const known = session.value
  if (!known) return null
  const { info, capabilities, instructions } = known.client.server
  return (
    <article class="main-body server-view">
      <h2>
        <Text of={serverName(info)} maxLength={200} />
      </h2>
      <Introduction description={nonEmptyString(info?.description)} />
      <div class="row server-actions">
        <button type="button" class="primary only-narrow" onClick={() => (pane.value = 'browse')}>
          Browse tools
        </button>
        <button type="button" class="primary" onClick={() => select({ kind: 'examine' })}>
          <Icon name="examine" /> Examine this server
        </button>
        <button type="button" onClick={() => connectTo(known.target)}>
          <Icon name="reconnect" /> Reconnect
        </button>
        <PingButton known={known} />
      </div>
      <PresetHint />
      <ListFailures />
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
        <section class="card" aria-label="Server info">
          <h3>Server info</h3>
          <DescriptionList
            of={{
              Name: nonEmptyString(info?.name),
              Version: nonEmptyString(info?.version),
              Website: nonEmptyString(info?.websiteUrl),
            }}
          />
        </section>
        <ConnectionCard known={known} />
      </div>
      <ConnectionSettings key={JSON.stringify(known.target)} known={known} />
      <div class="cards">
        <Roots />
        <SamplingRules />
      </div>
      <ConnectionLog known={known} />
      <Code target={known.target} actions={[]} />
      <Code
        title="Show code that lists the tools"
        target={known.target}
        actions={[{ kind: 'list', list: 'tools', names: catalog.tools.value.items.map(({ name }) => name) }]}
      />
    </article>
  )
}

function ConnectionCard({ known }: { known: Session }): JSX.Element {
  const { protocolVersion, transport, listening, keepAlive, lastError } = known.connection.value
  const isChosen = known.target.version !== 'auto'
  return (
    <section class="card" aria-label="Connection">
      <h3>Connection</h3>
      <DescriptionList
        of={{
          'Protocol version': isChosen ? `${protocolVersion}, as selected` : `Negotiated ${protocolVersion}`,
          Transport: transport === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP',
          Route: describeRelay(known.target),
          Session: describeSession(known),
          Listening: listening,
          Keepalive: keepAlive
            ? `every ${formatDuration(keepAlive.interval)}${keepAlive.ping ? '' : ', without ping'}`
            : 'off',
          'Last error': lastError === undefined ? undefined : errorText(lastError),
        }}
      />
      <SessionControls known={known} />
    </section>
  )
}

/** There is nothing to pick when the lists could not be loaded. */
function Introduction({ description }: { description: string | undefined }): JSX.Element | null {
  if (!description && listFailures().length > 0) return null
  return (
    <p class="muted">
      <Text of={description ?? 'Connected. Pick a tool, or examine the server.'} maxLength={2_000} />
    </p>
  )
}

const listFailures = () =>
  Object.entries(catalog).flatMap(([name, { value }]) =>
    value.error === undefined ? [] : [{ name, error: value.error }],
  )

/** Why lists are missing; help with CORS once for all of them, where there is room for it. */
function ListFailures(): JSX.Element | null {
  const failed = listFailures()
  if (failed.length === 0) return null
  const cors = failed.map(({ error }) => error).find((error) => isMcpError(error) && isCorsError(error))
  return (
    <section class="outcome bad" aria-label="Missing lists">
      <h3>{cors ? corsHeadline(cors as Error) : 'Some lists could not be loaded'}</h3>
      <p>
        Connected, but these lists could not be loaded: {failed.map(({ name }) => name).join(', ')}.
        {!cors && ' The list says why.'}
      </p>
      {cors !== undefined && <CorsHelp />}
    </section>
  )
}

function PresetHint(): JSX.Element | null {
  const preset = findPreset(currentPreset())
  return preset ? <p class="notice">{preset.hint}</p> : null
}

function describeSession({ client, connection }: Session): string {
  if (connection.value.era === 'modern') return 'none: this protocol version has no sessions'
  if (connection.value.transport === 'sse') return 'the open stream'
  return hasSession(client) ? 'yes' : 'none'
}

function Capabilities({ of }: { of: ServerCapabilities | undefined }): JSX.Element {
  if (!of) return <p class="muted">Not declared</p>
  const entries = Object.entries(of)
  if (entries.length === 0) return <p class="muted">None</p>
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
function ConnectionLog({ known: { connectRows: rows, connectMs, connection } }: { known: Session }): JSX.Element {
  void chosen.value.wire.version.value
  const { fellBack, fallbackReason, requestedTransport } = connection.value
  const requests = rows.filter(({ kind }) => kind === 'lane').length
  return (
    <section>
      <h3>Connection log</h3>
      <p class="muted">
        {requestedTransport === 'auto' ? 'Transport detected' : `Transport ${requestedTransport} selected`}. Connected
        in {formatDuration(connectMs)} with {requests} {requests === 1 ? 'request' : 'requests'}.
        {fellBack &&
          ` The server rejected the first transport${fallbackReason?.status ? ` with ${fallbackReason.status}` : ''}.`}
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
  return `${row.method} ${laneName(row)}: ${row.status ?? 'no response'}`
}
