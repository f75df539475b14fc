/** A server that wants a completion: here the person is the model. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { QuestionOf } from '../state/server-requests.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { nonEmptyString } from '../ui/text.tsx'
import { Contents } from './content.tsx'
import { Frame } from './dialogs.tsx'

export function SamplingDialog({ question, cancel }: { question: QuestionOf<'sample'>; cancel(): void }): JSX.Element {
  const text = useSignal('')
  const { messages, systemPrompt, maxTokens } = question.request
  const answer = () =>
    question.answer({
      role: 'assistant',
      content: { type: 'text', text: text.value },
      model: 'a person at the playground',
      stopReason: 'endTurn',
    })
  return (
    <Frame title="The server asks your model" label="Answer" submit={answer} cancel={cancel}>
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
    </Frame>
  )
}
