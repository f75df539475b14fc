/** An icon of a server, tool, resource or prompt. Nothing is shown for one that the page may not or cannot show. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { iconUrl } from '../state/icons.ts'

export function McpIcon({ of }: { of: unknown }): JSX.Element | null {
  const src = iconUrl(of)
  const broken = useSignal<string | undefined>(undefined)
  if (src === undefined || broken.value === src) return null
  return (
    <img
      class="icon-image"
      src={src}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => (broken.value = src)}
    />
  )
}
