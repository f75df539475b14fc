/** An examination to share: as a link, as JSON, and as a badge. Nothing is sent anywhere. */
import type { JSX } from 'preact'
import { checks } from '../../../bin/examination/examine.ts'
import type { Verdict } from '../../../bin/examination/outcome.ts'
import { type Counts, createReport, publicAddress } from '../../../bin/examination/report.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { toJson } from '../ui/json.ts'
import { createBadge } from './badge.ts'
import type { Examination } from './examination.ts'
import { writeShared } from './link.ts'

export function Share({ of: examination }: { of: Examination }): JSX.Element {
  const report = createReport(examination.url, examination.findings, examination.startedAt)
  const json = () => toJson(report)
  return (
    <section class="share" aria-label="Share">
      <BadgeImage counts={report.counts} />
      <div class="row">
        <CopyButton text={() => shareLink(examination)}>Copy link</CopyButton>
        <CopyButton text={json}>Copy JSON</CopyButton>
        <button type="button" class="small" onClick={() => download('examination.json', json())}>
          Save JSON
        </button>
        <CopyButton text={() => createBadge(report.counts)}>Copy badge</CopyButton>
        <button
          type="button"
          class="small"
          onClick={() => download('mcp-badge.svg', createBadge(report.counts), 'image/svg+xml')}
        >
          Save badge
        </button>
      </div>
      <p class="hint">
        The link holds the verdicts after its #, so no server receives them. Server texts are not included.
      </p>
    </section>
  )
}

export function BadgeImage({ counts }: { counts: Counts }): JSX.Element {
  const svg = createBadge(counts)
  const title = /<title>([^<]*)/.exec(svg)?.[1] ?? ''
  return <img class="badge" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={title} height={20} />
}

/** Checks that did not run, because the examination was stopped, count as not told. */
function shareLink({ url, startedAt, findings }: Examination): string {
  const verdictOf = (id: string): Verdict => findings.find((finding) => finding.id === id)?.verdict ?? 'could not tell'
  const link = new URL(location.href)
  link.search = ''
  link.hash = writeShared({
    server: publicAddress(url),
    date: startedAt.toISOString().slice(0, 10),
    verdicts: checks.map(({ id }) => verdictOf(id)),
  })
  return link.href
}
