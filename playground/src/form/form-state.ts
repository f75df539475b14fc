/** What a form knows besides its values: which of them are wrong, and how often somebody tried to send them. */
import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import type { Problem } from './problems.ts'

export interface FormState {
  /** Found when somebody submits; from then on they follow the values until there are none. */
  problems: Signal<readonly Problem[]>
  /** Submits that were refused. */
  refusals: Signal<number>
}

const createState = (): FormState => ({ problems: signal([]), refusals: signal(0) })

const states = new WeakMap<object, FormState>()

/** One for each draft: the editor and the check that comes before sending meet here. */
export function formStateOf(draft: object): FormState {
  const state = states.get(draft) ?? createState()
  states.set(draft, state)
  return state
}

/** For the fields of an editor. */
export const FormContext = createContext<FormState>(createState())

/** Moves the focus to the first field that is marked, or to the JSON in its place. */
export function focusFirstWrong(form: HTMLElement): void {
  const marked = form.querySelector<HTMLElement>('.invalid[data-path]')
  if (marked) focusControl(marked)
  else focusEditor(form)
}

/** Moves the focus to a field, or to the closest group around it that is shown. */
export function focusField(form: HTMLElement, path: string): void {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`)
    if (field) {
      focusControl(field)
      return
    }
  }
  focusEditor(form)
}

/** The box for null comes before the control whose value it replaces. */
function focusControl(field: HTMLElement): void {
  const wrong = field.querySelector<HTMLElement>('[aria-invalid=true]')
  const first = field.querySelector<HTMLElement>(':is(input, select, textarea, button):not(.null-box *)')
  ;(wrong ?? first)?.focus()
}

function focusEditor(form: HTMLElement): void {
  form.querySelector<HTMLElement>('.editor :is(input, select, textarea)')?.focus()
}
