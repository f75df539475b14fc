/** The size of the frame: fixed, or that of the view up to a maximum. */
import type { ContainerDimensions } from './types.ts'

/** A view that grows without an end would make the page useless. */
const MAX_SIZE = 16_384

/** `size` is what the view said last. In other modes than inline, the frame fills its container. */
export function resizeFrame(
  { style }: HTMLIFrameElement,
  { width, height, maxWidth, maxHeight }: ContainerDimensions,
  isInline: boolean,
  size: Record<string, unknown>,
): void {
  set('height', height ?? (isInline ? undefined : '100%'), size.height, maxHeight)
  // Without a maximum, the width is that of the container.
  set('width', width ?? (isInline && maxWidth !== undefined ? undefined : '100%'), size.width, maxWidth)

  function set(name: 'width' | 'height', fixed: number | '100%' | undefined, wanted: unknown, max = MAX_SIZE): void {
    const next = fixed ?? wanted
    if (next === '100%') style[name] = next
    if (!Number.isFinite(next)) return
    const pixels = Math.min(Math.max(next as number, 0), max, MAX_SIZE)
    const now = style[name].endsWith('px') ? Number.parseFloat(style[name]) : -1
    // Below one pixel, the frame and the view would resize each other for ever.
    if (Math.abs(pixels - now) >= 1) style[name] = `${pixels}px`
  }
}
