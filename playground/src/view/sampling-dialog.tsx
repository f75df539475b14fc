/** The answer to `sampling/createMessage`: the person writes the completion of the model. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { DescriptionList } from '../ui/description-list.tsx'
import { nonEmptyString } from '../ui/json.ts'
import { Contents } from './content.tsx'
import { DialogForm, type RequestDialogProps } from './dialog-form.tsx'

export function SamplingDialog({ request, cancel }: RequestDialogProps<'sample'>): JSX.Element {
  const text = useSignal('')
  const { messages, systemPrompt, maxTokens } = request.params
  const send = () =>
    request.resolve({
      role: 'assistant',
      content: { type: 'text', text: text.value },
      model: 'a person at the playground',
      stopReason: 'endTurn',
    })
  return (
    <DialogForm title="The server asks your model" submitLabel="Answer" submit={send} cancel={cancel}>
      <DescriptionList
        of={{
          System: nonEmptyString(systemPrompt),
          'Most tokens': typeof maxTokens === 'number' ? maxTokens : undefined,
        }}
      />
      <div class="conversation">
        {(Array.isArray(messages) ? messages : []).slice(0, 100).map(({ role, content }, index) => (
          <div key={index} class={`message role-${role === 'assistant' ? 'assistant' : 'user'}`}>
            <p class="kind">{role === 'assistant' ? 'assistant' : 'user'}</p>
            <Contents of={Array.isArray(content) ? content : [content]} from="the server" />
          </div>
        ))}
      </div>
      <label class="wide">
        <span>Your answer, as the model</span>
        <textarea
          rows={4}
          required
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
    </DialogForm>
  )
}
