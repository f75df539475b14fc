/** The headers of a request and its response, with a button that shows the secrets in them. */
import type { JSX } from 'preact'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDuration, formatTime } from '../ui/format.ts'
import { Text } from '../ui/text.tsx'
import type { Lane } from './rows.ts'
import { HIDDEN, headersOf, secretsShown } from './secrets.ts'

export function HeadersTab({ lane }: { lane: Lane }): JSX.Element {
  const { start, headersAt, end, outcome, drain, status, recorded } = lane
  const secrets = secretsShown.value
  const { request, response } = headersOf(lane, secrets)
  return (
    <>
      <DescriptionList
        of={{
          URL: <code>{secrets ? (recorded?.url ?? lane.url) : lane.url}</code>,
          Sent: formatTime(start),
          Status: status,
          'First byte': headersAt === undefined ? undefined : `after ${formatDuration(headersAt - start)}`,
          Ended: end === undefined ? 'still open' : `${outcome} after ${formatDuration(end - start)}`,
          Drain:
            drain &&
            `${drainMeaning[drain.outcome] ?? drain.outcome}, ${formatDuration(drain.at - start)} after the start`,
        }}
      />
      {lane.refusal?.isHidden && (
        <p class="hint-box">
          This page sees no WWW-Authenticate header. If the server sends one, it has to expose it:
          "Access-Control-Expose-Headers: www-authenticate".
        </p>
      )}
      <p>
        <button type="button" class="small" aria-pressed={secrets} onClick={() => (secretsShown.value = !secrets)}>
          {secrets ? 'Hide secrets' : 'Show secrets'}
        </button>
      </p>
      <Headers title="Request headers" of={request} />
      <Headers title="Response headers" of={response} />
    </>
  )
}

const drainMeaning: Record<string, string> = {
  ended: 'the server ended the response',
  failed: 'the response broke off',
  time: 'cut short, it took too long',
  bytes: 'cut short, it was too much',
  evicted: 'cut short to make room',
  closed: 'cut short by closing',
}

function Headers({ title, of }: { title: string; of: Record<string, string> }): JSX.Element | null {
  const entries = Object.entries(of)
  if (entries.length === 0) return null
  return (
    <div class="block">
      <h4>{title}</h4>
      <dl class="headers">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={value === HIDDEN ? 'muted' : ''}>
              <Text of={value} maxLength={2_000} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
