/** Light or dark: as the system says, until the person says otherwise. */
import { effect, signal } from '@preact/signals'
import { readStored, store } from './storage.ts'

type Theme = 'light' | 'dark'

const KEY = 'theme'

const system = matchMedia('(prefers-color-scheme: dark)')
const stored = readStored('local', KEY)
const chosen = signal<Theme | undefined>(stored === 'light' || stored === 'dark' ? stored : undefined)
const dark = signal(system.matches)

export function startTheme(): void {
  system.addEventListener('change', () => {
    dark.value = system.matches
  })
  effect(() => {
    document.documentElement.dataset.theme = currentTheme()
  })
}

export function currentTheme(): Theme {
  return chosen.value ?? (dark.value ? 'dark' : 'light')
}

export function toggleTheme(): void {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  // What the system says anyway needs no choice, and goes on following it.
  chosen.value = next === (dark.value ? 'dark' : 'light') ? undefined : next
  store('local', KEY, chosen.value)
}
