/** Form mode elicitation: the fields of the requested schema. */
import { useSignal } from '@preact/signals'
import type { ElicitResult } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { FormProblems, useSubmitCheck } from '../form/arguments-form.tsx'
import { Editor } from '../form/editor.tsx'
import { initialValue } from '../form/initial.ts'
import { DialogForm, type RequestDialogProps } from './dialog-form.tsx'

export function FormElicitationDialog({ request, cancel }: RequestDialogProps<'elicit'>): JSX.Element {
  const { message, requestedSchema } = request.params
  const schema = isObject(requestedSchema) ? requestedSchema : {}
  const initial = initialValue(schema, schema, true)
  const draft = useSignal<Record<string, unknown>>(isObject(initial) ? initial : {})
  const { problems, check } = useSubmitCheck(schema, draft)
  // The JSON editor allows any value; whether it fits the schema is for the server to check.
  const accept = () =>
    request.resolve({ action: 'accept', content: draft.value as NonNullable<ElicitResult['content']> })
  return (
    <DialogForm
      title="Elicitation request"
      message={message}
      submitLabel="Send"
      noValidate
      submit={(form) => check(form) && accept()}
      decline={() => request.resolve({ action: 'decline' })}
      cancel={cancel}
    >
      <p class="hint">Never enter a password here. The server receives exactly what you send.</p>
      <Editor schema={schema} draft={draft} emptyText="The form has no fields." />
      <FormProblems problems={problems} sendAnyway={accept} />
    </DialogForm>
  )
}
