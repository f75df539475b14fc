/** The roots that the server gets without asking, with a button to be asked again. */
import type { JSX } from 'preact'
import { getRoots, setRoots } from '../state/server-requests.ts'
import { session } from '../state/session.ts'
import { Text } from '../ui/text.tsx'

export function Roots({ server }: { server: string }): JSX.Element | null {
  const roots = getRoots(server)
  if (!roots) return null
  const forget = () => {
    setRoots(server, undefined)
    // Servers that keep a copy of the roots ask for them again.
    session.value?.client.rootsChanged().catch(() => undefined)
  }
  return (
    <section class="roots">
      <h3>Roots this server is told</h3>
      <ul class="tags">
        {roots.map(({ uri }) => (
          <li key={uri} class="tag">
            <Text of={uri} maxLength={200} />
          </li>
        ))}
        {roots.length === 0 && <li class="muted">none</li>}
      </ul>
      <button type="button" class="small" onClick={forget}>
        Ask me again
      </button>
    </section>
  )
}
