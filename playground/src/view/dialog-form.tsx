/** The form inside every dialog: title, message, fields, and the buttons to submit, decline and cancel. */
import type { ComponentChildren, JSX } from 'preact'
import type { ServerRequest, ServerRequestOf } from '../state/server-requests.ts'
import { Text } from '../ui/text.tsx'

/** The props of the dialog for one kind of request. */
export interface RequestDialogProps<K extends ServerRequest['kind']> {
  request: ServerRequestOf<K>
  cancel(): void
}

export interface DialogFormProps {
  title: string
  message?: unknown
  submit(): void
  submitLabel: string
  cancel(): void
  decline?: () => void
  children?: ComponentChildren
}

export function DialogForm(props: DialogFormProps): JSX.Element {
  const { title, message, submit, submitLabel, cancel, decline, children } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {message !== undefined && (
        <p class="description">
          <Text of={message} maxLength={5_000} />
        </p>
      )}
      {children}
      <p class="row dialog-buttons">
        <button type="submit" class="primary">
          {submitLabel}
        </button>
        {decline && (
          <button type="button" onClick={decline}>
            Decline
          </button>
        )}
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      </p>
    </form>
  )
}
