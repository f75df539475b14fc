/** A list of any length of which only the visible part exists. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Span {
  first: number
  last: number
}

export interface VirtualListProps {
  label: string
  count: number
  /** Of every row, in pixels. */
  height: number
  row(index: number): ComponentChildren
  /** Told which rows are visible, whenever that changes. */
  onSpan?: (span: Span) => void
  /** A row that stays visible when the list becomes smaller. */
  reveal?: number | undefined
  empty?: ComponentChildren
}

/** Rows above and below what is visible, so that scrolling never shows a hole. */
const MARGIN = 8

export function VirtualList({ label, count, height, row, onSpan, reveal, empty }: VirtualListProps): JSX.Element {
  const scroller = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  const revealed = useRef(reveal)
  revealed.current = reveal
  const [place, setPlace] = useState({ top: 0, view: 600 })

  const look = () => {
    const element = scroller.current
    if (!element) return
    const { scrollTop: top, clientHeight: view, scrollHeight } = element
    atEnd.current = top + view >= scrollHeight - height
    setPlace((before) => (before.top === top && before.view === view ? before : { top, view }))
  }
  useEffect(() => {
    const list = scroller.current!
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight
      if (revealed.current !== undefined) keepInView(list, revealed.current * height, height)
      look()
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  // Who looks at the end stays there; who scrolled away is left alone.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && atEnd.current) element.scrollTop = element.scrollHeight
    look()
  }, [count])

  const first = Math.max(Math.floor(place.top / height), 0)
  const last = Math.min(Math.ceil((place.top + place.view) / height), count)
  useLayoutEffect(() => onSpan?.({ first, last }), [first, last])
  const from = Math.max(first - MARGIN, 0)
  const to = Math.min(last + MARGIN, count)
  const rows: JSX.Element[] = []
  for (let index = from; index < to; index++) {
    rows.push(
      <li
        key={index}
        class="virtual-row"
        style={{ height: `${height}px` }}
        aria-setsize={count}
        aria-posinset={index + 1}
      >
        {row(index)}
      </li>,
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="virtual" ref={scroller} onScroll={look} tabIndex={0} aria-label={label}>
      {count === 0 && empty}
      <ol class="virtual-rows" style={{ height: `${count * height}px` }}>
        {from > 0 && <li aria-hidden="true" style={{ height: `${from * height}px` }} />}
        {rows}
      </ol>
    </section>
  )
}

function keepInView(list: HTMLElement, top: number, height: number): void {
  list.scrollTop = Math.min(Math.max(list.scrollTop, top + height - list.clientHeight), top)
}
