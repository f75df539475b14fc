/** Which request gets which fault: drawn by chance, or as in an earlier run, of which a part may be left out. */
import type { RandomChoices } from '../random-choices.ts'
import type { Exchange } from './exchange.ts'
import { drawFault, type Fault, type FaultPlan } from './faults.ts'

export type ChooseFault = (exchange: Exchange) => Fault | undefined

/** `owner` tells the requests of two clients apart. */
export function createFaultChoice(random: RandomChoices, faults: FaultPlan, owner = ''): ChooseFault {
  const counts = new Map<string, number>()
  return (exchange) => {
    const name = nameRequest(exchange)
    const fault = faults.kept ? faults.kept.get(name) : drawByChance()
    if (fault) exchange.drawn = [name, fault]
    return fault
  }

  function drawByChance(): Fault | undefined {
    return random.chance(faults.rate) ? drawFault(random, faults.kinds) : undefined
  }

  /** By what it is for, so that it keeps its name when other requests are left out. */
  function nameRequest({ http, rpc, tag }: Exchange): string {
    const what = `fault-${owner}${tag ?? rpc ?? http}`
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    return `${what}-${count}`
  }
}
