/** Refuses unknown faults and options with an error that lists the known ones. */

import { MATCH_FIELDS } from '../script/check-script.ts'
import { checkMembers, listNearest } from '../util/known-names.ts'
import type { FaultOptions } from './fault.ts'
import { faultTable } from './table.ts'

const COMMON = ['times', 'on', 'while']

export function checkFault(name: string, options: FaultOptions): void {
  const label = `fault(${JSON.stringify(name)})`
  if (!Object.hasOwn(faultTable, name)) {
    throw new TypeError(`${label}: there is no such fault. ${listNearest('faults', name, Object.keys(faultTable))}`)
  }
  const { options: own = [] } = faultTable[name as keyof typeof faultTable]
  checkMembers(label, 'option', options, [...COMMON, ...own])
  const { times, on } = options
  if (times !== undefined && !(Number.isInteger(times) && times > 0)) {
    throw new TypeError(`${label}: times must be a whole number from 1 on, got ${String(times)}`)
  }
  if (typeof on === 'object') checkMembers(`${label}: on`, 'member', on, [...MATCH_FIELDS])
}
