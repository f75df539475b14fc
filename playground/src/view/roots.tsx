/** The roots that the server gets without asking: added, renamed and removed here, and announced at each change. */
import { useSignal } from '@preact/signals'
import type { Root } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { roots } from '../state/server-requests.ts'
import { session } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'

export function Roots(): JSX.Element {
  const { value } = roots
  const uri = useSignal('')
  const set = (next: Root[] | undefined) => {
    roots.value = next
    // 2026-07-28 has no such notification: there, servers ask when they need the roots.
    session.value?.client.rootsChanged().catch(() => undefined)
  }
  const change = (at: number, part: Partial<Root>) =>
    set(value?.map((root, index) => (index === at ? withoutEmptyName({ ...root, ...part }) : root)))
  const add = () => {
    const next = uri.value.trim()
    if (next === '') return
    uri.value = ''
    set([...(value ?? []), { uri: next }])
  }
  return (
    <section class="card roots" aria-label="Roots">
      <h3>Roots</h3>
      <p class="muted">
        {value
          ? value.length === 0
            ? 'The server is told that there are no roots.'
            : 'The server gets these roots without asking you.'
          : 'The server asks you when it needs roots. Add one to answer from now on.'}
      </p>
      {value && value.length > 0 && (
        <ul>
          {value.map((root, index) => (
            <li key={index} class="root-row">
              <input
                type="text"
                aria-label={`URI of root ${index + 1}`}
                spellcheck={false}
                value={root.uri}
                onChange={({ currentTarget }) => {
                  const next = currentTarget.value.trim()
                  if (next) change(index, { uri: next })
                  else currentTarget.value = root.uri
                }}
              />
              <input
                type="text"
                aria-label={`Name of root ${index + 1}`}
                placeholder="Name"
                value={root.name ?? ''}
                onChange={({ currentTarget }) => change(index, { name: currentTarget.value.trim() })}
              />
              <button
                type="button"
                class="quiet small"
                aria-label={`Remove root ${index + 1}`}
                onClick={() => set(value.filter((_, at) => at !== index))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          type="text"
          aria-label="URI of a new root"
          placeholder="file:///home/me/project"
          spellcheck={false}
          value={uri.value}
          onInput={({ currentTarget }) => (uri.value = currentTarget.value)}
        />
        <button type="submit" class="small">
          <Icon name="add" /> Add root
        </button>
        {value && (
          <button type="button" class="small quiet" onClick={() => set(undefined)}>
            Ask me instead
          </button>
        )}
      </form>
    </section>
  )
}

function withoutEmptyName({ name, ...rest }: Root): Root {
  return name ? { ...rest, name } : rest
}
