/** Two results of the history side by side, with the lines that differ marked. */
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Call, nameOf } from '../state/calls.ts'
import { formatDuration, formatTime } from '../ui/format.ts'
import { toJson } from '../ui/json.ts'
import { type DiffLine, diffLines } from '../ui/line-diff.ts'
import { clip, Text } from '../ui/text.tsx'

const MAX_TEXT = 200_000
/** More lines would make the page slow; those that are equal are folded anyway. */
const MAX_LINES = 2_000
/** Equal lines beside a difference that are shown. */
const CONTEXT = 3

export function Compare({ left, right, close }: { left: Call; right: Call; close(): void }): JSX.Element {
  const texts = [left, right].map(textOf) as [string, string]
  const lines = useMemo(() => diffLines(...texts), texts)
  const different = lines.filter((line) => line.left !== line.right).length
  return (
    <section class="detail compare" aria-label="Two results compared">
      <header>
        <h3>
          {different === 0
            ? 'The results are equal'
            : different === 1
              ? '1 line differs'
              : `${different.toLocaleString('en')} lines differ`}
        </h3>
        <button type="button" class="quiet icon" aria-label="Close the comparison" onClick={close}>
          ✕
        </button>
      </header>
      <div class="detail-body">
        <div class="diff-head">
          <Title of={left} />
          <Title of={right} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <ol class="diff" tabIndex={0} aria-label="Lines of both results">
          {fold(lines)
            .slice(0, MAX_LINES)
            .map((line, index) =>
              typeof line === 'number' ? (
                <li key={index} class="diff-fold">
                  {line.toLocaleString('en')} equal lines
                </li>
              ) : (
                <li key={index} class={line.left === line.right ? '' : 'differs'}>
                  <Side text={line.left} other={line.right} mark="−" />
                  <Side text={line.right} other={line.left} mark="+" />
                </li>
              ),
            )}
        </ol>
      </div>
    </section>
  )
}

function Side({
  text,
  other,
  mark,
}: {
  text: string | undefined
  other: string | undefined
  mark: string
}): JSX.Element {
  const isOwn = text !== undefined && text !== other
  return (
    <span class={isOwn ? 'own' : text === undefined ? 'missing' : ''}>
      {isOwn && <span class="diff-mark">{mark}</span>}
      <Text of={text ?? ''} maxLength={2_000} />
    </span>
  )
}

function Title({ of: { action, startedAt, ended } }: { of: Call }): JSX.Element {
  const known = ended.value
  return (
    <p>
      <code>
        <Text of={nameOf(action)} maxLength={80} />
      </code>{' '}
      <span class={`wire-status ${known?.verdict.tone ?? ''}`}>
        {known ? `${known.verdict.headline} ${formatDuration(known.ms)}` : 'running'}
      </span>{' '}
      <span class="event-time">{formatTime(startedAt)}</span>
      <br />
      <span class="muted">
        <Text of={'args' in action ? toJson(action.args, 0) : ''} maxLength={120} />
      </span>
    </p>
  )
}

function textOf({ ended }: Call): string {
  const outcome = ended.value?.outcome
  if (outcome === undefined || outcome === 'stopped') return ''
  return clip('result' in outcome ? toJson(outcome.result) : String(outcome.error), MAX_TEXT)
}

/** Equal lines far from any difference as their number. */
function fold(lines: readonly DiffLine[]): (DiffLine | number)[] {
  const near = new Set<number>()
  for (const [index, line] of lines.entries()) {
    if (line.left === line.right) continue
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) near.add(at)
  }
  const folded: (DiffLine | number)[] = []
  for (const [index, line] of lines.entries()) {
    if (near.has(index) || near.size === 0) folded.push(line)
    else if (typeof folded.at(-1) === 'number') folded[folded.length - 1] = (folded.at(-1) as number) + 1
    else folded.push(1)
  }
  return folded
}
