/** A view whose code is loaded when it is first shown, or a little before, so that the first load stays small. */
import { signal } from '@preact/signals'
import type { JSX } from 'preact'

type View<P> = (props: P) => JSX.Element | null

/** With `isQuiet` nothing is shown while it loads: for what is drawn over the page. */
export function lazy<P extends object>(
  load: () => Promise<View<P>>,
  { isQuiet = false } = {},
): View<P> & { preload(): void } {
  const loaded = signal<{ view: View<P> } | { error: unknown } | undefined>(undefined)
  let isLoading = false
  const preload = () => {
    if (isLoading) return
    isLoading = true
    load().then(
      (view) => {
        loaded.value = { view }
      },
      (error: unknown) => {
        loaded.value = { error }
      },
    )
  }
  const show: View<P> = (props) => {
    const { value } = loaded
    if (value && 'view' in value) return <value.view {...props} />
    if (value) return <p class="pane muted">This part of the page could not be loaded: {String(value.error)}</p>
    preload()
    return isQuiet ? null : <p class="pane muted">Loading…</p>
  }
  return Object.assign(show, { preload })
}
