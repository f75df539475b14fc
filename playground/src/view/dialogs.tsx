/** The oldest pending request of the server (elicitation, sampling or roots), as a panel above the open view. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pane } from '../state/selection.ts'
import { openedRequest, pendingRequests, refuse, type ServerRequest } from '../state/server-requests.ts'
import { focusHeading } from '../ui/focus.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { FormElicitationDialog } from './form-elicitation-dialog.tsx'
import { RootsDialog } from './roots-dialog.tsx'
import { SamplingDialog } from './sampling-dialog.tsx'
import { UrlElicitationDialog } from './url-elicitation-dialog.tsx'

export function Dialogs(): JSX.Element | null {
  // Others wait in a line of their own until they are opened.
  const waiting = pendingRequests.value.filter(({ duringCall, id }) => duringCall || id === openedRequest.value)
  const [request] = waiting
  if (!request) return null
  return <RequestDialog key={request.id} request={request} waiting={waiting.length - 1} />
}

/** Not modal, since the wire beside it tells what led to the request. */
function RequestDialog({ request, waiting }: { request: ServerRequest; waiting: number }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    const panel = dialog.current!
    // On a narrow screen another pane may be shown.
    pane.value = 'main'
    panel.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    panel.scrollIntoView({ block: 'nearest' })
    return () => {
      // The user may be somewhere else by now.
      const { activeElement } = document
      if (activeElement !== document.body && !panel.contains(activeElement)) return
      if (before?.isConnected && before !== document.body) before.focus()
      else focusHeading()
    }
  }, [])
  const cancel = () => refuse(request)
  return (
    <dialog
      open
      ref={dialog}
      class="server-request"
      aria-labelledby="dialog-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        cancel()
      }}
    >
      <DialogContent request={request} cancel={cancel} />
      <details>
        <summary>Raw request</summary>
        <JsonTree value={toMessage(request)} label="Raw request" />
      </details>
      {waiting > 0 && <p class="muted">{waiting} more after this one.</p>}
    </dialog>
  )
}

const methods = { elicit: 'elicitation/create', sample: 'sampling/createMessage', roots: 'roots/list' }

function toMessage({ kind, params }: ServerRequest): object {
  return { method: methods[kind], ...(params && { params }) }
}

function DialogContent({ request, cancel }: { request: ServerRequest; cancel(): void }): JSX.Element {
  switch (request.kind) {
    case 'sample':
      return <SamplingDialog request={request} cancel={cancel} />
    case 'roots':
      return <RootsDialog request={request} cancel={cancel} />
    default:
      return request.params.mode === 'url' ? (
        <UrlElicitationDialog request={request} cancel={cancel} />
      ) : (
        <FormElicitationDialog request={request} cancel={cancel} />
      )
  }
}
