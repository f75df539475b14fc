/** The answer to `roots/list`: roots that the person enters, one per line. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { roots } from '../state/server-requests.ts'
import { DialogForm, type RequestDialogProps } from './dialog-form.tsx'

export function RootsDialog({ request, cancel }: RequestDialogProps<'roots'>): JSX.Element {
  const text = useSignal('file:///home/me/project')
  const remember = useSignal(false)
  const send = () => {
    const entered = text.value.split('\n').flatMap((line) => (line.trim() ? [{ uri: line.trim() }] : []))
    if (remember.value) roots.value = entered
    request.resolve(entered)
  }
  return (
    <DialogForm title="Roots request" submitLabel="Send" submit={send} cancel={cancel}>
      <label class="wide">
        <span>Root URIs, one per line</span>
        <textarea
          rows={4}
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={remember.value}
          onChange={({ currentTarget }) => (remember.value = currentTarget.checked)}
        />
        Send the same roots from now on
      </label>
    </DialogForm>
  )
}
