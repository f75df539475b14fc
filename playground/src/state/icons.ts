/** Icons of servers. Those inside of `data:` URLs show at once; others are requested only when the person says so. */
import { type Signal, signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { nonEmptyString } from '../ui/json.ts'
import { currentTheme } from './theme.ts'

/** As an `<img>`, SVG runs no scripts and requests nothing. Longer ones would make lists slow. */
const SHOWN = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,]/i
const MAX_LENGTH = 100_000

/** Remote icons that were loaded, as `data:` URLs: the policy of the page allows no other images. */
export const loadedIcons: Signal<ReadonlyMap<string, string>> = signal(new Map())

/** Hosts that the person wants no icons of, or was asked about already. */
export const decidedHosts: Signal<readonly string[]> = signal([])

export function isShownIcon(url: string): boolean {
  return url.length <= MAX_LENGTH && SHOWN.test(url)
}

/** The `data:` URL of the icon that suits the theme best. */
export function iconUrl(icons: unknown): string | undefined {
  const shown = entriesOf(icons).flatMap(({ src, theme: of }) => {
    const url = isShownIcon(src) ? src : loadedIcons.value.get(src)
    return url === undefined ? [] : [{ url, fits: of === undefined || of === currentTheme() }]
  })
  return (shown.find(({ fits }) => fits) ?? shown[0])?.url
}

/** The address of a remote icon, for something that has no other one to show. */
export function remoteIcon(icons: unknown): string | undefined {
  if (iconUrl(icons) !== undefined) return undefined
  return entriesOf(icons).find(({ src }) => /^https:\/\/\S+$/.test(src) && URL.canParse(src))?.src
}

function entriesOf(icons: unknown): { src: string; theme: string | undefined }[] {
  if (!Array.isArray(icons)) return []
  return icons.slice(0, 10).flatMap((icon: unknown) => {
    const src = isObject(icon) ? nonEmptyString(icon.src) : undefined
    return src === undefined ? [] : [{ src, theme: nonEmptyString((icon as { theme?: unknown }).theme) }]
  })
}
