/** Shows how a call ended: with a result, with a result that reports an error, without one, or stopped. */
import type { CallToolResult } from 'mcp-over-fetch'
import { showContent } from './content.ts'
import { element } from './element.ts'
import { showFailure } from './failure.ts'
import { duration, labelled, preformatted, toJson } from './show.ts'

export type Ending = { result: CallToolResult } | { error: unknown } | 'stopped'

type Manner = 'good' | 'warning' | 'bad' | 'quiet'

export function showOutcome(ending: Ending, tool: string, ms: number): HTMLElement {
  const after = `after ${duration(ms)}`
  if (ending === 'stopped') {
    const note = element('p', {}, 'The server was told to stop. What it had already done is not known.')
    return outcome('quiet', `Stopped ${after}`, note)
  }
  if ('error' in ending) return outcome('bad', `The call failed ${after}`, showFailure(ending.error))
  const { result } = ending
  const shown = showResult(result, tool)
  if (!result.isError) return outcome('good', `Result ${after}`, ...shown)
  const note = element(
    'p',
    {},
    'The tool ran and says in its result that it failed (',
    element('code', {}, 'isError'),
    ').',
  )
  return outcome('warning', `The tool reports an error ${after}`, note, ...shown)
}

function outcome(manner: Manner, title: string, ...shown: HTMLElement[]): HTMLElement {
  // Only the title is announced: a result may be long.
  const heading = element('h3', {}, title)
  return element('section', { className: `outcome stack ${manner}`, ariaLabel: 'Outcome' }, heading, ...shown)
}

function showResult(result: CallToolResult, tool: string): HTMLElement[] {
  const shown = result.content.map((block) => showContent(block, tool))
  if (result.structuredContent !== undefined) {
    shown.push(labelled('Structured content', toJson(result.structuredContent)))
  }
  if (shown.length === 0) shown.push(element('p', { className: 'muted' }, 'The result is empty.'))
  return [...shown, wholeResult(result)]
}

function wholeResult(result: CallToolResult): HTMLElement {
  const whole = element('details', {}, element('summary', {}, 'Whole result as JSON'))
  whole.addEventListener('toggle', () => whole.append(preformatted(toJson(result))), { once: true })
  return whole
}
