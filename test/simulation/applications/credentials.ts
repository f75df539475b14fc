/** The credentials of an application, in a store that its tabs share: who is signed in, and with which token. */
import type { VirtualClock } from '../../../src/testing/index.ts'

/** What getting a new token fails with. */
export const REFRESH_FAILURE = new Error('no new token')

/** Milliseconds that getting a new token takes. */
const REFRESH_TIME = 30

export interface Credentials {
  /** Who was signed in, from when on. */
  users: { at: number; user: string }[]
  /** The user of a token; undefined for one that is not valid. */
  userOf(authorization: string | undefined): string | undefined
  signIn(user: string): void
  /** The token in use is refused from now on. */
  expire(): void
  /** The user, as the store tells it. */
  read(): Promise<string>
  /** The option `headers` of one tab. */
  createHeaders(onAsked: () => void): HeadersFunction
  /** From now on, new tokens can be got. */
  repair(): void
  /** The most renewals that ran at once in one tab. */
  mostRenewals: number
}

export type HeadersFunction = (why: 'request' | 'unauthorized') => Promise<Record<string, string>>

export function createCredentials(clock: VirtualClock, delay: number, refreshFails: boolean): Credentials {
  const users = [{ at: clock.now(), user: 'alice' }]
  let serial = 0
  let accepted = 0
  let fails = refreshFails
  const wait = () => (delay > 0 ? clock.wait(delay) : Promise.resolve())
  const current = () => users.at(-1)!.user
  const toHeaders = () => ({ authorization: `Bearer ${current()}-${serial}` })
  const credentials: Credentials = {
    users,
    userOf(authorization) {
      const [, user, number] = /^Bearer (\w+)-(\d+)$/.exec(authorization ?? '') ?? []
      return Number(number) >= accepted ? user : undefined
    },
    signIn(user) {
      users.push({ at: clock.now(), user })
    },
    expire() {
      accepted = serial + 1
    },
    async read() {
      await wait()
      return current()
    },
    createHeaders,
    repair() {
      fails = false
    },
    mostRenewals: 0,
  }
  return credentials

  function createHeaders(onAsked: () => void): HeadersFunction {
    let renewals = 0
    return async (why) => {
      onAsked()
      if (why === 'unauthorized') await renew()
      await wait()
      return toHeaders()
    }

    async function renew(): Promise<void> {
      renewals++
      credentials.mostRenewals = Math.max(credentials.mostRenewals, renewals)
      await clock.wait(REFRESH_TIME)
      renewals--
      if (fails) throw REFRESH_FAILURE
      serial = Math.max(serial, accepted)
    }
  }
}
