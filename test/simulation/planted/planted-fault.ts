/** A planted fault: a change to `src` that the simulation must find, and the sentence of the judge that must find it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/paths.ts'
import type { RunKind } from '../run-seed.ts'

export interface PlantedFault {
  name: string
  /** The runs in which it is looked for. */
  kind: RunKind
  /** A distinctive part of the sentence with which the judge finds it. */
  finding: string
  /** Where the search for a seed begins: at one that was found before. @default 1 */
  from?: number
  changes: readonly Substitution[]
}

export interface Substitution {
  /** Path inside of `src`. */
  file: string
  /** Must occur exactly once. */
  search: string
  replace: string
}

export function faultsOf(kind: RunKind, faults: readonly Omit<PlantedFault, 'kind'>[]): PlantedFault[] {
  return faults.map((fault) => ({ ...fault, kind }))
}

/** The contents of the changed files, by path inside of `src`. */
export async function patchSources({ name, changes }: PlantedFault): Promise<Map<string, string>> {
  const patched = new Map<string, string>()
  for (const { file, search, replace } of changes) {
    const parts = (patched.get(file) ?? (await readSource(name, file))).split(search)
    if (parts.length !== 2) {
      throw new Error(
        `Planted fault "${name}": src/${file} has ${parts.length - 1} times, not once, the text:\n${search}`,
      )
    }
    patched.set(file, parts.join(replace))
  }
  return patched
}

function readSource(name: string, file: string): Promise<string> {
  return readFile(join(root, 'src', file), 'utf8').catch((cause) => {
    throw new Error(`Planted fault "${name}": src/${file} cannot be read: ${cause.message}`, { cause })
  })
}
