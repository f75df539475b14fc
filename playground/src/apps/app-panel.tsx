/** A tool's view in its frame, what it is told about this page, and the messages of both. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import '../../style/apps.css'
import { session } from '../state/session.ts'
import { currentTheme } from '../state/theme.ts'
import { Text } from '../ui/text.tsx'
import { serverName } from '../view/server-card.tsx'
import { AppMessages } from './app-messages.tsx'
import { type AppRun, runApp } from './app-run.ts'
import { HostContextForm, type HostSettings, toContext } from './host-context-form.tsx'
import type { ViewProps } from './result-view.tsx'

export function AppPanel({ call, tool, result }: ViewProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  const run = useSignal<AppRun | undefined>(undefined)
  /** Another number shows the view again. */
  const round = useSignal(1)
  const settings = useSignal<HostSettings>({ theme: 'page', locale: navigator.language, width: '' })
  const client = session.value?.client
  const context = toContext(settings.value, currentTheme(), run.value?.fullscreen.value ?? false)
  const told = useRef(context)
  told.current = context

  useEffect(() => {
    if (!client || !place.current || round.value === 0) return undefined
    const args = call.action.kind === 'tool' ? call.action.args : {}
    const current = runApp(place.current, { client, tool, args, result }, told.current)
    run.value = current
    return () => current.stop()
  }, [client, round.value])

  const state = run.value?.state.value
  const app = state?.status === 'shown' ? state.app : undefined
  const changes = JSON.stringify(context)
  useEffect(() => app?.update(told.current), [app, changes])

  const isFullscreen = run.value?.fullscreen.value ?? false
  const close = () => run.value?.stop()
  const leave = () => {
    if (run.value) run.value.fullscreen.value = false
  }
  useEffect(() => {
    if (!isFullscreen) return undefined
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isFullscreen])
  return (
    <section class="app-view" aria-label="View">
      <header class="app-head">
        <h4>
          View of <Text of={serverName(session.value?.client.server.info)} maxLength={80} />
        </h4>
        <span class="muted">
          {app && (app.isolation === 'origin' ? 'on an origin of its own' : 'without an origin')}
        </span>
        <button type="button" class="small" onClick={() => (round.value += 1)}>
          Show again
        </button>
        {app && (
          <button type="button" class="small" onClick={close}>
            Close
          </button>
        )}
      </header>
      {!client && <p class="app-note">Connect to this server again to see the view of this tool.</p>}
      {state?.status === 'starting' && (
        <p class="muted" role="status">
          The view is starting…
        </p>
      )}
      {state?.status === 'failed' && (
        <p class="app-note" role="status">
          This tool has a view, but it is not shown. <Text of={state.why} maxLength={500} />
        </p>
      )}
      {state?.status === 'closed' && (
        <p class="muted" role="status">
          The view is closed.
        </p>
      )}
      <div class={isFullscreen ? 'app-box fullscreen' : 'app-box'} hidden={!app && state?.status !== 'starting'}>
        {isFullscreen && (
          <button type="button" class="small" onClick={leave}>
            Back to the page
          </button>
        )}
        <div ref={place} class="app-place" />
      </div>
      {run.value?.questions.value.map((question) => (
        <p key={question.text} class="app-question" role="alert">
          <Text of={question.text} maxLength={500} />
          <span class="buttons">
            <button type="button" class="small" onClick={() => question.answer(true)}>
              Allow
            </button>
            <button type="button" class="small" onClick={() => question.answer(false)}>
              Refuse
            </button>
          </span>
        </p>
      ))}
      {run.value && run.value.added.value.length > 0 && (
        <ul class="app-added" aria-label="What the view added">
          {run.value.added.value.map((text, index) => (
            <li key={index}>
              <Text of={text} maxLength={500} />
            </li>
          ))}
        </ul>
      )}
      <HostContextForm settings={settings} />
      {run.value && <AppMessages events={run.value.events.value} />}
    </section>
  )
}
