/** Solid: the recipe of docs/ui.md. */
import { createMcp } from 'recipe:solid'
import { createSignal } from 'solid-js'
import html from 'solid-js/html'
import { render } from 'solid-js/web'
import { answer, type Binding, describe } from '../binding.ts'

export const binding: Binding = {
  takesAddress: false,
  mount(element, store) {
    const [updates, setUpdates] = createSignal(0)
    const unmount = render(() => {
      const view = createMcp(store)
      const buttons = () =>
        view().questions.map((question) => html`<button onclick=${() => answer(question)}>Answer</button>`)
      return html`<section ...${() => describe(view(), updates())}>${buttons}</section>`
    }, element)
    return { update: () => setUpdates((count) => count + 1), unmount }
  },
}
