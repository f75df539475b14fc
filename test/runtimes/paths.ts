/** Paths of the repository and of programs that npm installed. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** The path of a program that npm installed. */
export const installed = (name: string): string => join(root, 'node_modules', '.bin', name)
