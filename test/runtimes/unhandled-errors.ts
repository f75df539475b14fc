/** Collects uncaught errors and unhandled rejections, so that the scenario that caused them fails. */
import { show } from '../support/show.ts'

interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): void
}

export interface UnhandledErrors {
  /** The errors since the last call. */
  take(): string[]
}

export function watchUnhandledErrors(): UnhandledErrors {
  const found = new Set<string>()
  const target = globalThis as Partial<Pick<Window, 'addEventListener'>>
  target.addEventListener?.('error', (event) => add('uncaught', event, event.error ?? event.message))
  target.addEventListener?.('unhandledrejection', (event) => add('unhandled rejection', event, event.reason))
  target.addEventListener?.('securitypolicyviolation', (event) => {
    found.add(`content security policy: ${event.violatedDirective} forbids ${event.blockedURI} ${event.sample}`)
  })
  const { process, Deno } = globalThis as { process?: Process; Deno?: unknown }
  if (process && !Deno) {
    process.on('uncaughtException', (error) => found.add(`uncaught: ${show(error)}`))
    process.on('unhandledRejection', (error) => found.add(`unhandled rejection: ${show(error)}`))
  }
  return { take }

  function add(what: string, event: Event, error: unknown): void {
    // Deno would end the process.
    event.preventDefault()
    found.add(`${what}: ${show(error)}`)
  }

  function take(): string[] {
    const all = [...found]
    found.clear()
    return all
  }
}
