/** A list of any length that renders only its visible rows. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface VisibleRange {
  first: number
  last: number
}

export interface VirtualListProps {
  label: string
  count: number
  /** Of every row, in pixels. */
  height: number
  row(index: number): ComponentChildren
  /** Called whenever other rows become visible. */
  onVisibleRange?: (range: VisibleRange) => void
  /** The index of a row that becomes visible, and stays so when the list gets smaller. */
  reveal?: number | undefined
  empty?: ComponentChildren
}

/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 8

export function VirtualList({
  label,
  count,
  height,
  row,
  onVisibleRange,
  reveal,
  empty,
}: VirtualListProps): JSX.Element {
  const scroller = useRef<HTMLElement>(null)
  const atEnd = useRef(true)
  const revealed = useRef(reveal)
  revealed.current = reveal
  // What is shown instead of rows is read from its beginning.
  const isEmpty = useRef(true)
  isEmpty.current = count === 0
  const [scroll, setScroll] = useState({ top: 0, view: 600 })

  const measure = () => {
    const element = scroller.current
    if (!element) return
    const { scrollTop: top, clientHeight: view, scrollHeight } = element
    atEnd.current = isEmpty.current || top + view >= scrollHeight - height
    setScroll((before) => (before.top === top && before.view === view ? before : { top, view }))
  }
  useEffect(() => {
    const list = scroller.current!
    const observer = new ResizeObserver(() => {
      if (atEnd.current && !isEmpty.current) list.scrollTop = list.scrollHeight
      if (revealed.current !== undefined) keepInView(list, revealed.current * height, height)
      measure()
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  // Follows the end of the list unless the person scrolled away from it.
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && atEnd.current && count > 0) element.scrollTop = element.scrollHeight
    measure()
  }, [count])

  useLayoutEffect(() => {
    if (scroller.current && reveal !== undefined && reveal >= 0) keepInView(scroller.current, reveal * height, height)
  }, [reveal])

  const first = Math.max(Math.floor(scroll.top / height), 0)
  const last = Math.min(Math.ceil((scroll.top + scroll.view) / height), count)
  useLayoutEffect(() => onVisibleRange?.({ first, last }), [first, last])
  const from = Math.max(first - OVERSCAN, 0)
  const to = Math.min(last + OVERSCAN, count)
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
    <section class="virtual" ref={scroller} onScroll={measure} tabIndex={0} aria-label={label}>
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
