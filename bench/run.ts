/** `npm run bench`: measures our client, every peer and a bare loop in one run, prints each row, and writes RESULTS.md. */
import { parseArgs } from 'node:util'
import { type ClientName, clientNames } from './compared-clients.ts'
import { measures } from './measures/index.ts'
import { benchDir } from './paths.ts'
import { full, quick } from './plan.ts'
import { cleanUp, prepare } from './prepare.ts'
import { createClients, startServer } from './processes.ts'
import type { Measured } from './report/results.ts'
import { block, legend } from './report/table.ts'
import { type Verdict, verdictsOn } from './report/verdicts.ts'
import { describeRun, runtimeVersions } from './report/versions.ts'
import { writeResults } from './report/write.ts'
import { clearStatus, startStatus } from './status.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
  args: process.argv.slice(2).map((argument) => (argument === '--write' ? `--write=${benchDir}` : argument)),
})

const plan = flags.quick ? quick : full
const selected = measures.filter(({ name }) => !flags.only.length || flags.only.some((part) => name.includes(part)))
const wanted = clientNames.filter((name) => name === 'bare' || !flags.without.includes(name))
const isFull = !flags.quick && !flags.only.length && !flags.without.length
const folder = flags.write ?? (isFull ? benchDir : undefined)

if (flags.help || !selected.length) printHelp()
else await bench()

function printHelp(): void {
  console.log(`npm run bench -- [--quick] [--only <part of a measure's name>]... [--without <client>]... [--write[=<folder>]]
A full run writes bench/RESULTS.md and its pictures; any other run does with --write.
measures: ${measures.map(({ name }) => name).join(', ')}
clients: ${clientNames.join(', ')} (the bare loop always takes part)`)
}

async function bench(): Promise<void> {
  const started = performance.now()
  const measured: Measured[] = []
  const verdicts: Verdict[] = []
  try {
    startStatus('preparing')
    const names = await prepare(wanted)
    const description = await describeRun(names)
    clearStatus()
    console.log(`${description.join('\n')}\n${legend}`)
    await measureAll(names, measured, verdicts)
    const seconds = (performance.now() - started) / 1000
    for (const { reached, text } of verdicts) console.log(`${reached ? 'reached' : 'MISSED '}  ${text}`)
    console.log(`${seconds.toFixed(0)} s`)
    if (!folder) return
    description.push(await runtimeVersions())
    await writeResults(folder, { measured, verdicts, description, date: new Date(), seconds, isFull })
    console.log(`wrote RESULTS.md and its pictures into ${folder}`)
  } finally {
    cleanUp()
  }
}

/** Prints each row as soon as it is measured. A measure that fails is reported, and the others go on. */
async function measureAll(names: readonly ClientName[], measured: Measured[], verdicts: Verdict[]): Promise<void> {
  const server = await startServer()
  const { client, stop } = createClients(server)
  try {
    for (const { name, section, run } of selected) {
      startStatus(name)
      const rows = await run({ plan, server, names, client }).catch((error: Error) => {
        verdicts.push({ reached: false, text: `${name} failed: ${error.message.split('\n')[0]}` })
        process.exitCode = 1
        clearStatus()
        console.error(error)
        return []
      })
      clearStatus()
      for (const row of rows) {
        console.log(`\n${block(row, names)}`)
        measured.push({ section, row })
        verdicts.push(...verdictsOn(row))
      }
    }
    console.log('')
  } finally {
    await stop()
    await server.stop()
  }
}
