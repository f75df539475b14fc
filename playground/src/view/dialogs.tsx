/** What the server asks, one dialog at a time: a form, an address to visit, a completion, the roots. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Editor } from '../form/editor.tsx'
import { initial } from '../form/schema.ts'
import { knownRoots, type Question, type QuestionOf, questions } from '../state/server-requests.ts'
import { isObject, Text } from '../ui/text.tsx'
import { SamplingDialog } from './sampling-dialog.tsx'
import { UrlElicitationDialog } from './url-elicitation-dialog.tsx'

export function Dialogs(): JSX.Element | null {
  const [question] = questions.value
  return question ? <Opened key={question.id} question={question} waiting={questions.value.length - 1} /> : null
}

function Opened({ question, waiting }: { question: Question; waiting: number }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  const cancel = () => {
    if (question.kind === 'elicit') question.answer({ action: 'cancel' })
    else question.refuse(new Error('The person at the playground did not want to answer'))
  }
  return (
    <dialog
      ref={dialog}
      class="asked"
      aria-labelledby="asked-title"
      onCancel={(event) => {
        event.preventDefault()
        cancel()
      }}
    >
      <Asked question={question} cancel={cancel} />
      {waiting > 0 && <p class="muted">{waiting} more after this one.</p>}
    </dialog>
  )
}

function Asked({ question, cancel }: { question: Question; cancel(): void }): JSX.Element {
  switch (question.kind) {
    case 'sample':
      return <SamplingDialog question={question} cancel={cancel} />
    case 'roots':
      return <RootsDialog question={question} cancel={cancel} />
    default:
      return question.request.mode === 'url' ? (
        <UrlElicitationDialog question={question} cancel={cancel} />
      ) : (
        <FormDialog question={question} cancel={cancel} />
      )
  }
}

export interface FrameProps {
  title: string
  message?: unknown
  submit(): void
  label: string
  cancel(): void
  decline?: () => void
  children?: ComponentChildren
}

export function Frame({ title, message, submit, label, cancel, decline, children }: FrameProps): JSX.Element {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2 id="asked-title">{title}</h2>
      {message !== undefined && (
        <p class="description">
          <Text of={message} maxLength={5_000} />
        </p>
      )}
      {children}
      <p class="row dialog-buttons">
        <button type="submit" class="primary">
          {label}
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

function FormDialog({ question, cancel }: { question: QuestionOf<'elicit'>; cancel(): void }): JSX.Element {
  const { message, requestedSchema } = question.request
  const schema = isObject(requestedSchema) ? requestedSchema : {}
  const start = initial(schema, schema, true)
  const draft = useSignal<Record<string, unknown>>(isObject(start) ? start : {})
  const accept = () => question.answer({ action: 'accept', content: draft.value as never })
  return (
    <Frame
      title="The server asks you"
      message={message}
      label="Send"
      submit={accept}
      decline={() => question.answer({ action: 'decline' })}
      cancel={cancel}
    >
      <p class="hint">Never enter a password here: what you send goes to the server as it is.</p>
      <Editor schema={schema} draft={draft} none="There is nothing to fill in." />
    </Frame>
  )
}

function RootsDialog({ question, cancel }: { question: QuestionOf<'roots'>; cancel(): void }): JSX.Element {
  const text = useSignal('file:///home/me/project')
  const always = useSignal(true)
  const answer = () => {
    const roots = text.value.split('\n').flatMap((line) => (line.trim() ? [{ uri: line.trim() }] : []))
    if (always.value) knownRoots.value = roots
    question.answer(roots)
  }
  return (
    <Frame title="The server asks where it may work" label="Send" submit={answer} cancel={cancel}>
      <label class="wide">
        <span>Roots, one address a line</span>
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
          checked={always.value}
          onChange={({ currentTarget }) => (always.value = currentTarget.checked)}
        />
        Answer the same from now on
      </label>
    </Frame>
  )
}
