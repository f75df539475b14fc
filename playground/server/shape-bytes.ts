/** Passes bytes on as the options of a proxy say: in pieces, late, and up to a reset. */
import { Transform } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { ProxyOptions } from './control/control.ts'

/** Calls `reset` after `resetAfter` bytes, and passes no further ones. */
export function shapeBytes({ split, resetAfter, delay }: ProxyOptions, reset: () => void): Transform {
  let passed = 0
  return new Transform({
    async transform(bytes: Uint8Array, _encoding, done) {
      for (const piece of splitBytes(bytes, split)) {
        // Two pieces that are written in one turn of the event loop would leave as one.
        if (delay) await setTimeout(delay)
        else if (split) await setImmediate()
        this.push(resetAfter === undefined ? piece : piece.subarray(0, resetAfter - passed))
        passed += piece.length
        if (resetAfter === undefined || passed < resetAfter) continue
        await setImmediate()
        reset()
        return
      }
      done()
    },
  })
}

function splitBytes(bytes: Uint8Array, size = bytes.length): Uint8Array[] {
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}
