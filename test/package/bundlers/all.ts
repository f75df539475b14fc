/** Every row of docs/bundlers.md, in its order. */
import type { Bundler } from './bundler.ts'
import { quick } from './quick.ts'
import { slow } from './slow.ts'

export const bundlers: readonly Bundler[] = [...quick, ...slow]
