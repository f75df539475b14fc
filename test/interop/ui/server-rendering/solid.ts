/** Renders the recipe for Solid on a server. */
import { createMcp } from 'recipe:solid'
import { renderToString } from 'solid-js/web'
import { store, withRequests } from './counting-store.ts'

export function render() {
  return withRequests(
    renderToString(() => {
      const view = createMcp(store)
      return `<p>${view().status}</p>`
    }),
  )
}
