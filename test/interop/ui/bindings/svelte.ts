/** Svelte: the recipe of docs/ui.md. */
import { mcpView } from 'recipe:svelte'
import { mount, unmount } from 'svelte'
import { writable } from 'svelte/store'
import { answer, type Binding, describe } from '../binding.ts'
import App from './App.svelte'

export const binding: Binding = {
  takesAddress: false,
  mount(target, store) {
    const updates = writable(0)
    const app = mount(App, { target, props: { view: mcpView(store), updates, describe, answer } })
    return { update: () => updates.update((count) => count + 1), unmount: () => void unmount(app) }
  },
}
