/** Loaded into a server before its own code: its clock runs `INTEROP_SPEED` times as fast, and it listens on `INTEROP_PORT`. */
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'

const speed = Number(process.env.INTEROP_SPEED ?? 1)
const port = Number(process.env.INTEROP_PORT ?? 0)

if (speed !== 1) {
  for (const name of ['setTimeout', 'setInterval']) {
    const original = timers[name]
    timers[name] = globalThis[name] = (run, delay = 0, ...rest) => original(run, delay / speed, ...rest)
  }
  const { setTimeout: sleep } = timersPromises
  timersPromises.setTimeout = (delay = 0, ...rest) => sleep(delay / speed, ...rest)
  const RealDate = Date
  const start = RealDate.now()
  const now = () => start + (RealDate.now() - start) * speed
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length > 0 ? args : [now()]))
    }
    static now() {
      return now()
    }
  }
}

if (port) {
  // Programs that have a port of their own would collide with others on this machine.
  const { listen } = net.Server.prototype
  net.Server.prototype.listen = function (first, ...rest) {
    if (first !== null && typeof first === 'object' && 'port' in first)
      return listen.call(this, { ...first, port }, ...rest)
    return Number.isFinite(Number(first)) ? listen.call(this, port, ...rest) : listen.call(this, first, ...rest)
  }
}
syncBuiltinESMExports()
