/** A mistake that is easily made in a client like this one: a change to `src` that the simulation must notice. */
import type { Substitution } from '../bundle.ts'

export interface PlantedFault {
  name: string
  changes: Substitution[]
}

export function planted(name: string, file: string, search: string, replace: string): PlantedFault {
  return { name, changes: [{ file, search, replace }] }
}
