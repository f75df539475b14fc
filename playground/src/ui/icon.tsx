/** The icons of the page: outlines in the color of the text around them. They never stand alone: a name is beside or on them. */
import type { JSX } from 'preact'

const paths = {
  add: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  examine: 'M6.8 11.6a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6ZM10.3 10.3 14 14M4.8 6.9l1.4 1.4 2.7-3',
  moon: 'M13.5 9.6A6 6 0 1 1 6.4 2.5a4.8 4.8 0 0 0 7.1 7.1Z',
  play: 'M5 3.2v9.6l8-4.8-8-4.8Z',
  pulse: 'M1.5 8h3l2-5 3 10 2-5h3',
  reconnect: 'M13.5 8a5.5 5.5 0 1 1-1.8-4.1M13.5 1.8v3h-3',
  relay: 'M1.5 8h3M11.5 8h3M9 3.5 12 8l-3 4.5M7 3.5 4 8l3 4.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5 14 14',
  server: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8h.01M5 11.3h.01',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M3 13l1.2-1.2M11.8 4.2 13 3',
} as const

export function Icon({ name }: { name: keyof typeof paths }): JSX.Element {
  return (
    <svg class="icon-image" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
