/** The form around an editor: it sends complete arguments, and incomplete ones only when it is told to. */
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { Text } from '../ui/text.tsx'
import { findProblems } from './problems.ts'
import type { Schema } from './shape.ts'

export interface SubmitCheck {
  problems: Signal<readonly string[]>
  /** True when the arguments may be sent; else the problems are shown, or the focus goes to the wrong JSON. */
  check(form: HTMLFormElement): boolean
}

export function useSubmitCheck(schema: Schema, draft: Signal<Record<string, unknown>>): SubmitCheck {
  const problems = useSignal<readonly string[]>([])
  const check = (form: HTMLFormElement) => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]')
    problems.value = wrong ? [] : findProblems(schema, schema, draft.value)
    wrong?.focus()
    return !wrong && problems.value.length === 0
  }
  return { problems, check }
}

/** Control or Command and Enter submit, also from a text field where Enter is a line break. */
export function submitOnEnter(event: KeyboardEvent & { currentTarget: HTMLFormElement }): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

export interface FormProblemsProps {
  problems: Signal<readonly string[]>
  sendAnyway(): void
}

export function FormProblems({ problems, sendAnyway }: FormProblemsProps): JSX.Element | null {
  if (problems.value.length === 0) return null
  const send = () => {
    problems.value = []
    sendAnyway()
  }
  return (
    <section class="form-problems" aria-label="What is missing">
      <div role="alert">
        <ul>
          {problems.value.map((problem) => (
            <li key={problem}>
              <Text of={problem} maxLength={300} />
            </li>
          ))}
        </ul>
      </div>
      <button type="button" class="small" onClick={send}>
        Send anyway
      </button>
    </section>
  )
}

export interface ArgumentsFormProps {
  schema: Schema
  draft: Signal<Record<string, unknown>>
  send(): void
  children: ComponentChildren
  button: ComponentChildren
}

export function ArgumentsForm({ schema, draft, send, children, button }: ArgumentsFormProps): JSX.Element {
  const { problems, check } = useSubmitCheck(schema, draft)
  return (
    <form
      class="call-form"
      noValidate
      onKeyDown={submitOnEnter}
      onSubmit={(event) => {
        event.preventDefault()
        if (check(event.currentTarget)) send()
      }}
    >
      {children}
      <FormProblems problems={problems} sendAnyway={send} />
      {button}
    </form>
  )
}
