/** Checks what `connectGroup()` and `add()` are given. What only `connect()` can judge becomes the state of the server. */
import type { GroupOptions, GroupServer, GroupServers } from './types.ts'

/** Throws TypeError for a server without a name or an address. */
export function checkServer(name: string, server: GroupServers[string]): GroupServer {
  const given = typeof server === 'string' || server instanceof URL ? { url: server } : server
  if (!name) throw new TypeError('connectGroup: expected a name for each server, got an empty one')
  if (given?.url) return given
  throw new TypeError(`connectGroup: expected a URL for ${name}, or an object with a url`)
}

/** Throws TypeError for a wrong option of the group. */
export function checkOptions({ deadline, concurrency, names, lists, snapshot }: GroupOptions): void {
  const checks: [name: string, value: unknown, isRight: boolean, expected: string][] = [
    ['deadline', deadline, Number(deadline ?? 0) >= 0, 'a number from 0 up'],
    ['concurrency', concurrency, Number(concurrency ?? 1) >= 1, 'a number from 1 up'],
    ['names', names, /^(long|short|undefined)$/.test(`${names}`), 'long or short'],
    ['lists', lists, !lists?.some((list) => !/^(tools|resources|prompts)$/.test(list)), 'tools, resources, prompts'],
    ['snapshot', typeof snapshot, !snapshot || snapshot.version === 1, 'one of this version'],
  ]
  for (const [name, value, isRight, expected] of checks) {
    if (!isRight) throw new TypeError(`${name}: got ${value}, expected ${expected}`)
  }
}
