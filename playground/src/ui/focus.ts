/** Moves the keyboard focus to where the person is after a move: to a heading, a list or a field. */

/** The heading of the open view. It is no stop of the Tab key. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('.main-pane h2, .welcome h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** After a move, unless it was made with the arrow keys between the servers, which go on there. */
export function focusView(): void {
  if (!document.activeElement?.matches('.server-tab')) focusHeading()
}

/** Whether a key belongs to what is being typed. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)
}

/** Arrow keys, Home and End move through the buttons of a list, of which the Tab key stops at one. */
export function moveInList(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.item-button')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }
  const to = moves[event.key]
  if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus()
}
