/** The global `fetch`. */
import type { Fetch } from '../options.ts'

/** Looked up at each call, so that a page may replace it; called plainly, since as a method it throws in browsers. */
export const globalFetch: Fetch = (url, init) => fetch(url, init)
