/** The form of every server request: title, message, fields, and the buttons to submit, decline and cancel. */
import type { ComponentChildren, JSX } from 'preact'
import { submitOnEnter } from '../form/arguments-form.tsx'
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
  submit(form: HTMLFormElement): void
  submitLabel: string
  cancel(): void
  decline?: () => void
  /** The form checks its values itself. */
  noValidate?: boolean
  children?: ComponentChildren
}

export function DialogForm(props: DialogFormProps): JSX.Element {
  const { title, message, submit, submitLabel, cancel, decline, noValidate = false, children } = props
  return (
    <form
      noValidate={noValidate}
      onKeyDown={submitOnEnter}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
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
