/** An examination that somebody shared by a link: read-only, and nothing is sent to its server. */
import '../../style/examine.css'
import type { JSX } from 'preact'
import { checks } from '../../../bin/examination/examine.ts'
import { countVerdicts, describeCounts, sortFindings } from '../../../bin/examination/report.ts'
import { Text } from '../ui/text.tsx'
import { tagClasses } from './findings.tsx'
import type { SharedExamination } from './link.ts'
import { BadgeImage } from './share.tsx'

export function SharedView({ of: { server, date, verdicts } }: { of: SharedExamination }): JSX.Element {
  const counts = countVerdicts(verdicts)
  const isKnown = verdicts.length === checks.length
  const rows = checks.map((check, index) => ({ ...check, verdict: verdicts[index] ?? 'could not tell' }))
  return (
    <section class="card shared-examination" aria-label="A shared examination">
      <h3>An examination that was shared</h3>
      <p>
        <code>
          <Text of={server} maxLength={200} />
        </code>{' '}
        on {date}: {describeCounts(counts)}. The link says so; connect and examine it yourself to be sure.
      </p>
      <BadgeImage counts={counts} />
      {isKnown ? (
        <details class="finding">
          <summary>All {checks.length} verdicts</summary>
          <ul class="shared-verdicts">
            {sortFindings(rows).map(({ id, title, verdict, section }) => (
              <li key={id}>
                <span class={`tag ${tagClasses[verdict]}`}>{verdict}</span>{' '}
                <a href={section.url} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p class="hint">It was made with another version of this page, so only the numbers can be shown.</p>
      )}
    </section>
  )
}
