/** An examination shared by a link: read-only, and nothing is sent to its server. */
import '../../style/examine.css'
import type { JSX } from 'preact'
import { checks } from '../../../bin/examination/examine.ts'
import { countVerdicts, describeCounts, sortFindings } from '../../../bin/examination/report.ts'
import { Text } from '../ui/text.tsx'
import { tagClasses, verdictLabels } from './findings.tsx'
import type { SharedExamination } from './link.ts'
import { BadgeImage } from './share.tsx'

export function SharedView({ of: { server, date, verdicts } }: { of: SharedExamination }): JSX.Element {
  const counts = countVerdicts(verdicts)
  const isKnown = verdicts.length === checks.length
  const rows = checks.map((check, index) => ({ ...check, verdict: verdicts[index] ?? 'could not tell' }))
  return (
    <section class="card shared-examination" aria-label="Shared examination">
      <h3>Shared examination</h3>
      <p>
        <code>
          <Text of={server} maxLength={200} />
        </code>{' '}
        on {date}: {describeCounts(counts)}. These verdicts come from the link. To verify them, connect and examine it
        yourself.
      </p>
      <BadgeImage counts={counts} />
      {isKnown ? (
        <details class="finding">
          <summary>All {checks.length} verdicts</summary>
          <ul class="shared-verdicts">
            {sortFindings(rows).map(({ id, title, verdict, section }) => (
              <li key={id}>
                <span class={`tag ${tagClasses[verdict]}`}>{verdictLabels[verdict]}</span>{' '}
                <a href={section.url} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p class="hint">Another version of this page made it, so only the counts are shown.</p>
      )}
    </section>
  )
}
