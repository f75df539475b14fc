/** Icons that are on other hosts: they are loaded only on a click, which those hosts will know of. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { catalog } from '../state/catalog.ts'
import { decidedHosts, remoteIcon } from '../state/icons.ts'
import { session } from '../state/session.ts'
import { Text } from '../ui/text.tsx'

/** Icons that one click loads. */
const MAX_ICONS = 200

export function IconOffer(): JSX.Element | null {
  const isLoading = useSignal(false)
  const { tools, resources, templates, prompts } = catalog
  const things: { icons?: unknown }[] = [
    session.value?.client.server.info ?? {},
    ...[tools, resources, templates, prompts].flatMap((list) => list.value.items as readonly { icons?: unknown }[]),
  ]
  const urls = [...new Set(things.flatMap(({ icons }) => remoteIcon(icons) ?? []))]
    .filter((url) => !decidedHosts.value.includes(new URL(url).host))
    .slice(0, MAX_ICONS)
  const hosts = [...new Set(urls.map((url) => new URL(url).host))]
  const [host, ...others] = hosts
  if (host === undefined) return null
  const decide = () => {
    decidedHosts.value = [...decidedHosts.value, ...hosts]
  }
  const load = async () => {
    isLoading.value = true
    const { loadIcons } = await import('../state/remote-icons.ts')
    await loadIcons(urls)
    isLoading.value = false
    decide()
  }
  return (
    <p class="icon-offer">
      <span class="muted" title={hosts.join(', ').slice(0, 500)}>
        Icons from <Text of={host} maxLength={60} />
        {others.length > 0 && ` and ${others.length} more`}
      </span>
      <button
        type="button"
        class="small quiet"
        aria-disabled={isLoading.value}
        title="The host sees that you use this server"
        onClick={() => void load()}
      >
        {isLoading.value ? 'Loading…' : 'Load'}
      </button>
      <button type="button" class="small quiet" aria-label="Do not load these icons" onClick={decide}>
        ✕
      </button>
    </p>
  )
}
