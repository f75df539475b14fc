/** The mock server that comes with the page, and the controls of the realms that this page uses. */
import { signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { type Control, createControl } from '../../server/control/control.ts'
import { presetOf, realmName } from './mock-url.ts'
import { session } from './session.ts'

export interface Mock {
  /** The origin of the server. */
  url: string
  /** Undefined where the page must not control the server. */
  controlUrl: string | undefined
}

/** Undefined until `mock.json` was read, and where there is no mock server. */
export const mock = signal<Mock | undefined>(undefined)

/** There is an address of the mock server, but nobody answers: without a network, for example. */
export const mockIsAway = signal(false)

const controls = new Map<string, Control>()

/** The host of the page publishes the mock's address; a plain file server has no `mock.json`. */
export async function findMock(): Promise<void> {
  const response = await fetch('./mock.json', { credentials: 'omit' }).catch(() => undefined)
  mockIsAway.value = response === undefined
  if (!response?.ok) return
  const found = await response.json().catch(() => undefined)
  if (!isObject(found) || typeof found.mock !== 'string') return
  const { mock: url, control } = found as { mock: string; control: string | null }
  const absolute = (path: string) => new URL(path, location.href).href.replace(/\/$/, '')
  mock.value = { url: absolute(url), controlUrl: control === null ? undefined : absolute(control) }
}

/** The control of the realm for one preset; `name` is the id of the preset. */
export function getRealm(name: string): Control {
  const { url, controlUrl = '' } = mock.value!
  let control = controls.get(name)
  if (!control) {
    control = createControl({ url, controlUrl }, realmName(name))
    controls.set(name, control)
  }
  return control
}

/** The id of the preset that the page is connected to, if any. */
export function currentPreset(): string | undefined {
  const url = session.value?.target.url
  return url && mock.value && url.startsWith(mock.value.url) ? presetOf(url) : undefined
}

/** The control of the realm that the page is connected to, if any. */
export function currentRealm(): Control | undefined {
  const preset = currentPreset()
  return preset === undefined || mock.value?.controlUrl === undefined ? undefined : getRealm(preset)
}
