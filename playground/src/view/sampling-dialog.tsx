/** The answer to `sampling/createMessage`: the person writes the completion of the model, or calls a tool as it would. */
import { useSignal } from '@preact/signals'
import type { CreateMessageResult } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { findJsonProblem } from '../form/json-problem.ts'
import { parseJson } from '../ui/json.ts'
import { Choice } from './choice.tsx'
import { DialogForm, type RequestDialogProps } from './dialog-form.tsx'
import { SamplingRequest } from './sampling-request.tsx'

/** The choice that is no tool. */
const TEXT = ''

export function SamplingDialog({ request, cancel }: RequestDialogProps<'sample'>): JSX.Element {
  const text = useSignal('')
  const tool = useSignal(TEXT)
  const model = useSignal('human')
  const stopReason = useSignal('endTurn')
  const tools = Array.isArray(request.params.tools) ? request.params.tools : []
  const isTool = tool.value !== TEXT
  const input = isTool ? parseJson(text.value.trim() || '{}') : undefined
  const problem =
    isTool && !isObject(input) ? (findJsonProblem(text.value) ?? 'Arguments must be a JSON object.') : undefined
  const send = () => {
    if (problem) return
    request.resolve({
      role: 'assistant',
      content: isTool
        ? [{ type: 'tool_use', id: `call-${request.id}`, name: tool.value, input: input as Record<string, unknown> }]
        : { type: 'text', text: text.value },
      model: model.value,
      stopReason: isTool ? 'toolUse' : stopReason.value,
    } as CreateMessageResult)
  }
  return (
    <DialogForm title="Sampling request" submitLabel="Send reply" submit={send} cancel={cancel}>
      <SamplingRequest params={request.params} />
      {tools.length > 0 && (
        <Choice
          label="Reply with"
          value={tool.value}
          change={(next) => (tool.value = next)}
          options={{
            [TEXT]: 'text',
            ...Object.fromEntries(tools.slice(0, 100).map(({ name }) => [name, `call ${name}`])),
          }}
        />
      )}
      <label class="wide">
        <span>{isTool ? 'Tool arguments (JSON)' : 'Reply as the model'}</span>
        <textarea
          rows={4}
          required={!isTool}
          aria-invalid={problem && text.value !== '' ? 'true' : undefined}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        {problem && (
          <span class="problem" role="alert">
            {problem}
          </span>
        )}
      </label>
      <div class="options">
        <label class="choice">
          <span>Model name</span>
          <input
            type="text"
            required
            autocomplete="off"
            value={model.value}
            onInput={({ currentTarget }) => (model.value = currentTarget.value)}
          />
        </label>
        {!isTool && (
          <Choice
            label="Stop reason"
            value={stopReason.value}
            change={(next) => (stopReason.value = next)}
            options={{ endTurn: 'endTurn', stopSequence: 'stopSequence', maxTokens: 'maxTokens' }}
          />
        )}
      </div>
    </DialogForm>
  )
}
