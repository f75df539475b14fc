/** A call under way: how far it is, how long it has taken, and a way to stop it. */
import type { Progress } from 'mcp-over-fetch'
import { element } from './element.ts'
import { asText, clip, textOf } from './show.ts'

export interface Running {
  element: HTMLElement
  /** Aborts when the person stops the call. */
  signal: AbortSignal
  report(progress: Progress): void
  /** Ends the display and gives the milliseconds since it was made. */
  end(): number
}

export function createRunning(): Running {
  const start = performance.now()
  const stopping = new AbortController()
  const stop = element('button', { type: 'button', className: 'stop' }, 'Stop')
  const elapsed = element('span', { className: 'elapsed' })
  const bar = element('progress', { max: 1, ariaLabel: 'Progress' })
  const message = element('p', { className: 'muted', role: 'status' }, 'Waiting for the server…')
  let latest: Progress | undefined
  let frame = requestAnimationFrame(draw)
  stop.addEventListener('click', () => stopping.abort())
  const row = element('div', { className: 'row' }, bar, elapsed, stop)
  return {
    element: element('div', { className: 'running stack' }, row, message),
    signal: stopping.signal,
    report(progress) {
      latest = progress
    },
    end() {
      cancelAnimationFrame(frame)
      return performance.now() - start
    },
  }

  // Once a frame, however many notifications arrive in between.
  function draw(): void {
    frame = requestAnimationFrame(draw)
    elapsed.textContent = `${((performance.now() - start) / 1_000).toFixed(1)} s`
    if (!latest) return
    const { progress, total } = latest
    // Without a total the bar only tells that something happens.
    if (Number.isFinite(progress) && Number.isFinite(total) && total! > 0) {
      bar.max = total!
      bar.value = progress
    } else bar.removeAttribute('value')
    message.textContent = describe(latest)
    latest = undefined
  }
}

function describe({ progress, total, message }: Progress): string {
  const far = total === undefined ? asText(progress) : `${asText(progress)} of ${asText(total)}`
  const said = textOf(message)
  return said ? `${clip(far, 100)} · ${clip(said, 300)}` : clip(far, 100)
}
