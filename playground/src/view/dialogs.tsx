/** The dialog for the oldest pending request of the server: elicitation, sampling or roots. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { openedRequest, pendingRequests, refuse, type ServerRequest } from '../state/server-requests.ts'
import { focusHeading } from '../ui/focus.ts'
import { FormElicitationDialog } from './form-elicitation-dialog.tsx'
import { RootsDialog } from './roots-dialog.tsx'
import { SamplingDialog } from './sampling-dialog.tsx'
import { UrlElicitationDialog } from './url-elicitation-dialog.tsx'

export function Dialogs(): JSX.Element | null {
  // Others wait beside the work until they are opened.
  const waiting = pendingRequests.value.filter(({ duringCall, id }) => duringCall || id === openedRequest.value)
  const [request] = waiting
  if (!request) return null
  return <RequestDialog key={request.id} request={request} waiting={waiting.length - 1} />
}

function RequestDialog({ request, waiting }: { request: ServerRequest; waiting: number }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => (before?.isConnected && before !== document.body ? before.focus() : focusHeading())
  }, [])
  const cancel = () => refuse(request)
  return (
    <dialog
      ref={dialog}
      class="server-request"
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        cancel()
      }}
    >
      <DialogContent request={request} cancel={cancel} />
      {waiting > 0 && <p class="muted">{waiting} more after this one.</p>}
    </dialog>
  )
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
