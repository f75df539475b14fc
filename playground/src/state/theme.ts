/** The color theme: that of the system, unless the user chose the other one. */
import { effect, signal } from '@preact/signals'
import { readStored, writeStored } from './storage.ts'

type Theme = 'light' | 'dark'

const THEME_KEY = 'theme'

const system = matchMedia('(prefers-color-scheme: dark)')
const stored = readStored('local', THEME_KEY)
const chosen = signal<Theme | undefined>(stored === 'light' || stored === 'dark' ? stored : undefined)
const systemIsDark = signal(system.matches)

export function startTheme(): void {
  system.addEventListener('change', () => {
    systemIsDark.value = system.matches
  })
  effect(() => {
    document.documentElement.dataset.theme = currentTheme()
  })
}

export function currentTheme(): Theme {
  return chosen.value ?? (systemIsDark.value ? 'dark' : 'light')
}

export function toggleTheme(): void {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  // Choosing the theme of the system removes the choice, so that the page follows the system again.
  chosen.value = next === (systemIsDark.value ? 'dark' : 'light') ? undefined : next
  writeStored('local', THEME_KEY, chosen.value)
}
