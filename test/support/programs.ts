/** Programs that npm does not install: finds them, and installs missing ones as root on Debian and Ubuntu. */
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProcess } from './processes.ts'

export type Program = keyof typeof programs

/** The names of each program, and the Debian packages that contain it. */
const programs = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium'],
  },
  firefox: { names: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
  webkit: { names: ['WebKitWebDriver'], packages: ['webkit2gtk-driver'] },
  nginx: { names: ['nginx'], packages: ['nginx-light'] },
  caddy: { names: ['caddy'], packages: ['caddy'] },
  /** With FastAPI, which depends on Starlette. The Python of the system finds both. */
  uvicorn: { names: ['uvicorn'], packages: ['python3-fastapi', 'python3-uvicorn', 'uvicorn'] },
  xvfb: { names: ['Xvfb'], packages: ['xvfb', 'xauth'] },
  /** For the official suite. On Linux npm installs it, and npm scripts run in it. */
  newerNode: { names: ['Node 22'], packages: [] },
} as const

export async function findProgram(program: Program): Promise<string> {
  const path = lookFor(program)
  if (path) return path
  throw new Error(remedyFor([program]))
}

export function missingPrograms(wanted: readonly Program[]): Program[] {
  return [...new Set(wanted)].filter((program) => !lookFor(program))
}

export function remedyFor(missing: readonly Program[]): string {
  const names = missing.map((program) => programs[program].names.join(' or ')).join(', ')
  return `${names} not found. On Debian or Ubuntu: apt-get update && apt-get ${installArguments(missing).join(' ')}`
}

export async function installPrograms(missing: readonly Program[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`${remedyFor(missing)}, as root`)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProcess('apt-get', ['update'], { env })
  await runProcess('apt-get', installArguments(missing), { env })
}

function installArguments(missing: readonly Program[]): string[] {
  return ['install', '-y', '--no-install-recommends', ...missing.flatMap((program) => programs[program].packages)]
}

function lookFor(program: Program): string | undefined {
  if (program === 'newerNode') return Number.parseInt(process.versions.node, 10) >= 22 ? process.execPath : undefined
  const directories = (process.env.PATH ?? '').split(delimiter)
  const paths = programs[program].names.flatMap((name) => directories.map((directory) => join(directory, name)))
  return paths.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
