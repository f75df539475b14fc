/** Where the package and its installed programs are. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** A program that npm installed. */
export const installed = (name: string): string => join(root, 'node_modules', '.bin', name)
