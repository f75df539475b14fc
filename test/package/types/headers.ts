/** Headers in all forms, and nothing else, whichever types the platform declares. */
import type { ConnectOptions, HeadersInput } from 'mcp-over-fetch'

const token = 'Bearer token'
const readOnly: readonly (readonly [string, string])[] = [['authorization', token]]

export const headers: ConnectOptions['headers'][] = [
  { authorization: token },
  [['authorization', token]],
  readOnly,
  new Headers(),
  new Map([['authorization', token]]),
  async () => ({ authorization: token }),
  (reason) => ({ reason }),
  undefined,
]

export const wrong: HeadersInput[] = [
  // @ts-expect-error
  5,
  // @ts-expect-error
  'authorization: Bearer token',
  // @ts-expect-error
  ['authorization'],
  // @ts-expect-error
  { authorization: 5 },
  // @ts-expect-error
  null,
]
