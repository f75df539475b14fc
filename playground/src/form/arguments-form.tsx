/** The form around an editor: it sends complete arguments, and incomplete ones only when it is told to. */
import { type ReadonlySignal, type Signal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Text } from '../ui/text.tsx'
import { focusField, focusFirstWrong, formStateOf } from './form-state.ts'
import { findProblems, type Problem } from './problems.ts'
import type { Schema } from './shape.ts'

export interface SubmitCheck {
  problems: Signal<readonly Problem[]>
  /** True when the arguments may be sent; else the wrong fields are marked, and the focus goes to the first one. */
  check(form: HTMLFormElement): boolean
}

/** Fields whose text is no value of any kind, such as a number of letters. */
const UNREADABLE = '[data-unreadable]'

export function useSubmitCheck(schema: Schema, draft: Signal<Record<string, unknown>>): SubmitCheck {
  const { problems, refusals } = formStateOf(draft)
  const checked = useRef<HTMLFormElement>(undefined)
  const find = () => {
    const unreadable = [...(checked.current?.querySelectorAll(UNREADABLE) ?? [])].map(
      (control) => control.closest<HTMLElement>('[data-path]')?.dataset.path,
    )
    // Such a field says itself what is wrong.
    return findProblems(schema, schema, draft.value).filter(({ path }) => !unreadable.includes(path))
  }
  useSignalEffect(() => {
    void draft.value
    if (problems.peek().length > 0) problems.value = find()
  })
  useEffect(() => {
    if (checked.current && refusals.peek() > 0) focusFirstWrong(checked.current)
  }, [refusals.value])
  const check = (form: HTMLFormElement) => {
    checked.current = form
    problems.value = find()
    if (problems.value.length === 0 && !form.querySelector(UNREADABLE)) return true
    refusals.value++
    return false
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
  problems: Signal<readonly Problem[]>
  sendAnyway(): void
}

export function FormProblems({ problems, sendAnyway }: FormProblemsProps): JSX.Element | null {
  const { length } = problems.value
  if (length === 0) return null
  const send = (form: HTMLFormElement | null) => {
    const unreadable = form?.querySelector<HTMLElement>(UNREADABLE)
    // Nothing could be sent for it.
    if (unreadable) return unreadable.focus()
    problems.value = []
    sendAnyway()
  }
  return (
    <section class="form-problems" aria-label="What to fix">
      <div>
        <p role="alert">{length === 1 ? 'One field needs attention' : `${length} fields need attention`}</p>
        <ProblemList problems={problems} />
      </div>
      <button type="button" class="small" onClick={({ currentTarget }) => send(currentTarget.form)}>
        Send anyway
      </button>
    </section>
  )
}

/** Each name leads to its field. */
function ProblemList({ problems }: { problems: ReadonlySignal<readonly Problem[]> }): JSX.Element {
  return (
    <ul>
      {problems.value.map(({ path, name, message }) => (
        <li key={`${path} ${message}`}>
          {name !== '' && (
            <button
              type="button"
              class="link"
              onClick={({ currentTarget }) => currentTarget.form && focusField(currentTarget.form, path)}
            >
              <Text of={name} maxLength={100} />
            </button>
          )}{' '}
          <Text of={message} maxLength={300} />
        </li>
      ))}
    </ul>
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
