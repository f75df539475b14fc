/** Where the person is: what is open in the middle, and which pane a narrow screen shows. */
import { signal } from '@preact/signals'

export type Place =
  | { is: 'server' }
  | { is: 'tool'; name: string }
  | { is: 'resource'; uri: string }
  | { is: 'template'; uriTemplate: string }
  | { is: 'prompt'; name: string }
  | { is: 'changes' }
  | { is: 'break' }
  | { is: 'self-test' }
  | { is: 'history' }

export type Pane = 'browse' | 'work' | 'wire'

export const place = signal<Place>({ is: 'server' })
export const pane = signal<Pane>('work')

export function go(to: Place): void {
  place.value = to
  pane.value = 'work'
}
