/** The roots that the server gets without asking, with a button to be asked again. */
import type { JSX } from 'preact'
import { roots } from '../state/server-requests.ts'
import { session } from '../state/session.ts'
import { Text } from '../ui/text.tsx'

export function Roots(): JSX.Element | null {
  const { value } = roots
  if (!value) return null
  const forget = () => {
    roots.value = undefined
    // Servers that keep a copy of the roots ask for them again.
    session.value?.client.rootsChanged().catch(() => undefined)
  }
  return (
    <section class="roots">
      <h3>Roots this server is told</h3>
      <ul class="tags">
        {value.map(({ uri }) => (
          <li key={uri} class="tag">
            <Text of={uri} maxLength={200} />
          </li>
        ))}
        {value.length === 0 && <li class="muted">none</li>}
      </ul>
      <button type="button" class="small" onClick={forget}>
        Ask me again
      </button>
    </section>
  )
}
