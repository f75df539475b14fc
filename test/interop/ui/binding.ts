/** What each library for user interfaces has to bring, so that the same scenarios run on all of them. */
import type { McpStore, McpStoreOptions, McpView } from '../../../src/store/index.ts'

export interface Mounted {
  /** Makes the parent render again, with new inline options where the binding takes options. */
  update(): void
  unmount(): void
}

export interface Binding {
  /**
   * Shows `describe(view)` as the attributes of a `<section>`, and a button for each question. With an address instead
   * of a store, the component makes its own; only bindings that say so can.
   */
  mount(element: HTMLElement, source: McpStore | string, options: () => McpStoreOptions): Mounted
  takesAddress: boolean
}

/** The attributes that components show. */
export function describe({ status, tools, questions }: McpView, updates: number): Record<string, string | number> {
  return {
    'data-status': status,
    'data-tools': tools.length,
    'data-questions': questions.length,
    'data-updates': updates,
  }
}

/** What a click on the button of a question does. */
export function answer(question: McpView['questions'][number]): void {
  if (question.type === 'elicit') question.answer({ name: 'Ada' })
}
