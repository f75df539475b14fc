/** The details of a row, loaded when the first row is selected: the first load of the page is limited. */
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Detail, DetailProps } from './detail.tsx'

const loaded = signal<typeof Detail | undefined>(undefined)

export function LazyDetail(props: DetailProps): JSX.Element {
  useEffect(() => {
    if (!loaded.value) void import('./detail.tsx').then((module) => (loaded.value = module.Detail))
  }, [])
  const Loaded = loaded.value
  // Its place is taken at once, so that nothing moves when it is there.
  return Loaded ? <Loaded {...props} /> : <section class="detail" aria-busy="true" aria-label="Details" />
}
