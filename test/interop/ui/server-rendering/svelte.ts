/** Renders the recipe for Svelte on a server. */
import { mcpView } from 'recipe:svelte'
import { render as renderToString } from 'svelte/server'
import { writable } from 'svelte/store'
import { answer, describe } from '../binding.ts'
import App from '../bindings/App.svelte'
import { store, withRequests } from './counting-store.ts'

export function render() {
  const props = { view: mcpView(store), updates: writable(0), describe, answer }
  return withRequests(renderToString(App, { props }).body)
}
