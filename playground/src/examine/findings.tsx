/** The findings of an examination: problems first, each with what was seen, what to do, and what proves it. */
import type { JSX } from 'preact'
import type { Finding, Verdict } from '../../../bin/examination/outcome.ts'
import { verdicts } from '../../../bin/examination/report.ts'
import { Text } from '../ui/text.tsx'
import { showRow } from '../wire/selected.ts'
import type { ProvingRow } from './examination.ts'

const titles: Readonly<Record<Verdict, string>> = {
  problem: 'Problems',
  warning: 'Warnings',
  'could not tell': 'Inconclusive',
  good: 'Passed',
  'not applicable': 'Not applicable',
}

/** On the tag of a finding. */
export const verdictLabels: Readonly<Record<Verdict, string>> = {
  problem: 'problem',
  warning: 'warning',
  'could not tell': 'inconclusive',
  good: 'passed',
  'not applicable': 'not applicable',
}

export const tagClasses: Readonly<Record<Verdict, string>> = {
  problem: 'bad',
  warning: 'warn',
  'could not tell': '',
  good: 'good',
  'not applicable': '',
}

interface FindingsProps {
  findings: readonly Finding[]
  requests: ReadonlyMap<number, ProvingRow>
}

export function Findings({ findings, requests }: FindingsProps): JSX.Element {
  return (
    <>
      {verdicts.map((verdict) => {
        const some = findings.filter((finding) => finding.verdict === verdict)
        if (some.length === 0) return null
        return (
          <section key={verdict} class="findings">
            <h3>
              {titles[verdict]} <span class="count">{some.length}</span>
            </h3>
            <ul>
              {some.map((finding) => (
                <li key={finding.id}>
                  <FindingDetails finding={finding} requests={requests} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

function FindingDetails({ finding, requests }: { finding: Finding } & Pick<FindingsProps, 'requests'>): JSX.Element {
  const { verdict, title, group, seen, advice, section } = finding
  const isBad = verdict === 'problem' || verdict === 'warning'
  return (
    <details class="finding">
      <summary>
        <span class={`tag ${tagClasses[verdict]}`}>{verdictLabels[verdict]}</span>
        <span class="finding-title">{title}</span>
      </summary>
      <dl>
        <dt>Observed</dt>
        <dd>
          <Text of={seen} maxLength={1_000} />
        </dd>
        {advice !== undefined && (
          <>
            <dt>{isBad ? 'What to do' : 'Advice'}</dt>
            <dd>
              <Text of={advice} maxLength={1_000} />
            </dd>
          </>
        )}
        <dt>Why</dt>
        <dd>
          <a href={section.url} target="_blank" rel="noreferrer">
            {section.document}: {section.title}
          </a>{' '}
          <span class="muted">({group})</span>
        </dd>
        {finding.requests.length > 0 && (
          <>
            <dt>Proof</dt>
            <dd class="row">
              {finding.requests.map((number) => (
                <RowButton key={number} row={requests.get(number)} />
              ))}
            </dd>
          </>
        )}
      </dl>
    </details>
  )
}

/** Leads to the row of the wire. */
function RowButton({ row }: { row: ProvingRow | undefined }): JSX.Element | null {
  if (!row) return null
  return (
    <button
      type="button"
      class="small"
      aria-label={`Request ${row.number}, ${row.label}, in the wire`}
      onClick={() => showRow(row.key)}
    >
      {row.number} <code>{row.label}</code>
    </button>
  )
}
