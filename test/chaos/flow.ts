/** One direction of a proxied connection, which can be told to pass bytes on, to lose them, or to take its time. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Pace = 'pass' | 'drop' | { delay: number } | { bytes: number; every: number }

export class Flow {
  pace: Pace = 'pass'
  /** Bytes that may still pass before `onSpent` is called and the rest is lost. */
  #budget: number | undefined
  #onSpent: (() => void) | undefined
  /** What was written before, until it has left. Undefined while nothing waits. */
  #before: Promise<void> | undefined
  readonly #to: Socket

  constructor(to: Socket) {
    this.#to = to
  }

  write(bytes: Buffer): void {
    if (this.pace === 'drop' || bytes.length === 0) return
    if (this.#budget !== undefined && bytes.length >= this.#budget) {
      const allowed = bytes.subarray(0, this.#budget)
      this.#send(allowed)
      this.pace = 'drop'
      this.#onSpent?.()
      return
    }
    if (this.#budget !== undefined) this.#budget -= bytes.length
    this.#send(bytes)
  }

  /** Ends the direction after what is on its way. */
  end(): void {
    if (this.pace === 'drop') return
    this.#after(async () => void this.#to.end())
  }

  /** So many bytes more, and then `onSpent`. */
  limit(bytes: number, onSpent: () => void): void {
    this.#budget = bytes
    this.#onSpent = onSpent
  }

  #send(bytes: Buffer): void {
    const { pace } = this
    if (pace === 'pass' || pace === 'drop') this.#after(async () => void this.#write(bytes))
    else if ('delay' in pace) {
      const due = performance.now() + pace.delay
      this.#after(async () => {
        await sleep(Math.max(0, due - performance.now()))
        this.#write(bytes)
      })
    } else this.#after(() => this.#trickle(bytes, pace.bytes, pace.every))
  }

  async #trickle(bytes: Buffer, size: number, every: number): Promise<void> {
    for (let start = 0; start < bytes.length; start += size) {
      await sleep(every)
      this.#write(bytes.subarray(start, start + size))
    }
  }

  #write(bytes: Buffer): void {
    if (this.#to.writable) this.#to.write(bytes)
  }

  /** At once if nothing waits, so that an undisturbed direction adds no turn of the event loop. */
  #after(run: () => Promise<void>): void {
    const isSlow = typeof this.pace === 'object'
    if (!this.#before && !isSlow) {
      void run()
      return
    }
    const done = (this.#before ?? Promise.resolve()).then(run).then(() => {
      if (this.#before === done) this.#before = undefined
    })
    this.#before = done
  }
}
