/** The mock server behind the page, and the remote control of the realms that this page uses. */
import { signal } from '@preact/signals'
import { type Control, createControl } from '../../../src/testing/index.ts'
import { session } from './session.ts'

export interface Mock {
  /** Its origin. */
  url: string
  /** Undefined where nobody may direct it. */
  controlUrl: string | undefined
}

/** Undefined until it is known, and where there is none. */
export const mock = signal<Mock | undefined>(undefined)

/** Apart from everybody else's, since a realm is misused here on purpose. */
const own = crypto.randomUUID()

const controls = new Map<string, Control>()

/** The page's own server says where the mock is; one that only serves files does not. */
export async function findMock(): Promise<void> {
  const response = await fetch('./mock.json', { credentials: 'omit' })
  if (!response.ok) return
  const { mock: url, control } = (await response.json()) as { mock: string; control: string | null }
  const absolute = (place: string) => new URL(place, location.href).href.replace(/\/$/, '')
  mock.value = { url: absolute(url), controlUrl: control === null ? undefined : absolute(control) }
}

/** `name` is what a preset is called. */
export function realm(name: string): Control {
  const { url, controlUrl = '' } = mock.value!
  let control = controls.get(name)
  if (!control) {
    control = createControl({ url, controlUrl }, `play-${name}-${own}`)
    controls.set(name, control)
  }
  return control
}

/** Which preset the page is connected to, if any. */
export function currentPreset(): string | undefined {
  const url = session.value?.target.url
  return [...controls].find(([, control]) => control.url === url || control.sseUrl === url)?.[0]
}

/** The control of the server that the page is connected to, if it is one of the mock's realms. */
export function currentRealm(): Control | undefined {
  return controls.get(currentPreset() ?? '')
}
