/** The global `fetch`. */
import type { Fetch } from '../fetch.ts'

/** Looked up at each call, so that a page may replace it. Not called as a method, since that throws in browsers. */
export const globalFetch: Fetch = (url, init) => fetch(url, init)
