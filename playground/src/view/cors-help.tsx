/** What to add to a server that the browser may not talk to: all CORS headers at once. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { frameworks, writeCorsRecipe } from '../code/cors-recipes.ts'
import { target } from '../state/form.ts'
import { session } from '../state/session.ts'
import { parseHeaders } from '../state/target.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { CodeBlock } from '../ui/highlight.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { RelayHelp } from './relay-help.tsx'

/** Whether the client concluded that CORS is the cause. */
export function isCorsError(error: Error): boolean {
  return /Access-Control-/.test(`${error.message} ${(error as { hint?: unknown }).hint ?? ''}`)
}

/** A response that came although a header of it is hidden, or none. */
export function corsHeadline(error: Error): string {
  return 'status' in error && error.status !== undefined
    ? 'The browser hides the session id from this page (CORS)'
    : 'The browser blocked the request (CORS)'
}

/** The message without the list of headers, which the recipe has. */
export function withoutHeaderList(text: string): string {
  return text.replace(/(?:; it must always send|: it must send) ".*$/s, '.').replace(/^[.;,\s]+/, '')
}

export function CorsHelp(): JSX.Element {
  const framework = useSignal('express')
  const used = session.value?.target ?? target.value
  const ownHeaders = Object.keys(parseHeaders(used.headers))
  const write = () => writeCorsRecipe(framework.value, { origin: location.origin, url: used.url, ownHeaders })
  return (
    <>
      <section class="cors-help" aria-label="CORS headers of the server">
        <h4>Add these CORS headers to the server, all of them:</h4>
        <div class="row">
          <SegmentedControl
            label="Framework of the server"
            options={frameworks}
            value={framework.value}
            change={(name) => (framework.value = name)}
          />
          <CopyButton text={write}>Copy</CopyButton>
        </div>
        <CodeBlock label="CORS headers" text={write()} />
        <p class="muted">Then restart the server and connect again.</p>
      </section>
      <RelayHelp target={used} />
    </>
  )
}
