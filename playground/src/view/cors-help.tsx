/** What the author of a server has to add when the browser may not talk to it: all CORS headers at once. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { type Framework, frameworks, writeCorsRecipe } from '../code/cors-recipes.ts'
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

/** The message without the list of headers, which the recipe has. */
export function withoutHeaderList(text: string): string {
  return text.replace(/(?:; it must always send|: it must send) ".*$/s, '.').replace(/^[.;,\s]+/, '')
}

export function CorsHelp(): JSX.Element {
  const framework = useSignal<Framework>('express')
  const used = session.value?.target ?? target.value
  const ownHeaders = Object.keys(parseHeaders(used.headers))
  const write = () => writeCorsRecipe(framework.value, { origin: location.origin, ownHeaders })
  return (
    <>
      <section class="cors-help" aria-label="What the server has to send">
        <h4>The server has to allow this page. Add this once, all of it:</h4>
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
        <p class="muted">Restart the server and connect again.</p>
      </section>
      <RelayHelp target={used} />
    </>
  )
}
