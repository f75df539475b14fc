/** Paths of the repository and of programs that npm installed. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** On Windows, `.bin` has scripts for a shell. */
const windowsPrograms: Record<string, string> = { bun: 'bun/bin/bun.exe', deno: 'deno/deno.exe' }

/** The path of a program that npm installed. */
export function installed(name: string): string {
  const own = process.platform === 'win32' ? windowsPrograms[name] : undefined
  return join(root, 'node_modules', own ?? `.bin/${name}`)
}
