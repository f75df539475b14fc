/** What a view is told about this page: theme, language and width. */
import type { Signal } from '@preact/signals'
import type { JSX } from 'preact'
import type { HostContext } from '../../../src/apps/index.ts'

export interface HostSettings {
  theme: 'page' | 'light' | 'dark'
  locale: string
  /** In pixels; empty for that of the page. */
  width: string
}

const MAX_HEIGHT = 480

export function toContext(
  { theme, locale, width }: HostSettings,
  pageTheme: 'light' | 'dark',
  isFullscreen: boolean,
): HostContext {
  return {
    theme: theme === 'page' ? pageTheme : theme,
    displayMode: isFullscreen ? 'fullscreen' : 'inline',
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: isFullscreen
      ? {}
      : { maxHeight: MAX_HEIGHT, ...(Number(width) > 0 && { width: Math.min(Number(width), 4_000) }) },
    platform: 'web',
    userAgent: 'MCP inspector',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(locale && { locale }),
  }
}

export function HostContextForm({ settings }: { settings: Signal<HostSettings> }): JSX.Element {
  const { theme, locale, width } = settings.value
  const set = (change: Partial<HostSettings>) => {
    settings.value = { ...settings.value, ...change }
  }
  return (
    <fieldset class="app-context" aria-label="Host context">
      <label>
        Theme
        <select
          value={theme}
          onChange={({ currentTarget }) => set({ theme: currentTarget.value as HostSettings['theme'] })}
        >
          <option value="page">As this page</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <label>
        Locale
        <input
          type="text"
          size={8}
          value={locale}
          onChange={({ currentTarget }) => set({ locale: currentTarget.value })}
        />
      </label>
      <label>
        Width (px)
        <input
          type="number"
          min={0}
          max={4000}
          placeholder="auto"
          value={width}
          onChange={({ currentTarget }) => set({ width: currentTarget.value })}
        />
      </label>
    </fieldset>
  )
}
