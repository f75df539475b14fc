/** Finds the browsers and other programs, and installs missing ones as root on Debian and Ubuntu. */
import { constants } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
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
  xvfb: { names: ['Xvfb'], packages: ['xvfb', 'xauth'] },
} as const

export async function findProgram(program: Program): Promise<string> {
  const path = await lookFor(program)
  if (path) return path
  throw new Error(`${programs[program].names.join(' or ')} was not found; to install it: ${command([program])}`)
}

/** Resolves with the programs that were installed; rejects with the command to run if nothing may be installed here. */
export async function setUp(wanted: readonly Program[]): Promise<Program[]> {
  const found = await Promise.all(wanted.map(lookFor))
  const missing = wanted.filter((_, index) => !found[index])
  if (missing.length === 0) return []
  if (process.getuid?.() !== 0 || !(await isDebian())) {
    throw new Error(`${missing.join(', ')} missing; as root on Debian or Ubuntu run:\n${command(missing)}`)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProcess('apt-get', ['update'], { env })
  await runProcess('apt-get', installArguments(missing), { env })
  await Promise.all(missing.map(findProgram))
  return missing
}

function installArguments(missing: readonly Program[]): string[] {
  return ['install', '-y', '--no-install-recommends', ...missing.flatMap((program) => programs[program].packages)]
}

function command(missing: readonly Program[]): string {
  return `apt-get update && apt-get ${installArguments(missing).join(' ')}`
}

async function isDebian(): Promise<boolean> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(text)
}

async function lookFor(program: Program): Promise<string | undefined> {
  for (const name of programs[program].names) {
    for (const directory of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(directory, name)
      if (await isExecutable(path)) return path
    }
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
