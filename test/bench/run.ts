/** `npm run bench`: measures our client, the official client and a bare loop in one run, and prints medians and ratios. */
import { parseArgs } from 'node:util'
import { clientNames } from './compared-clients.ts'
import { measures } from './measures/index.ts'
import { full, quick } from './plan.ts'
import { cleanUp, prepare } from './prepare.ts'
import { createClients, startServer } from './processes.ts'
import { header, legend, line, verdict } from './table.ts'
import { versions } from './versions.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

const plan = flags.quick ? quick : full
const selected = measures.filter(({ name }) => !flags.only.length || flags.only.some((part) => name.includes(part)))
const names = clientNames.filter((name) => name === 'bare' || !flags.without.includes(name))

if (flags.help || !selected.length) printHelp()
else await bench()

function printHelp(): void {
  console.log(`npm run bench -- [--quick] [--only <part of a measure's name>]... [--without <client>]...
measures: ${measures.map(({ name }) => name).join(', ')}
clients: ${clientNames.join(', ')} (the bare loop always takes part)`)
}

async function bench(): Promise<void> {
  const started = performance.now()
  try {
    await prepare(names)
    console.log(`${versions(names)}\n${legend}\n\n${header(names)}`)
    const verdicts = await measureAll()
    console.log(`\n${[...verdicts, `${((performance.now() - started) / 1000).toFixed(0)} s`].join('\n')}`)
  } finally {
    cleanUp()
  }
}

/** Prints each line as soon as it is measured; gives which targets were reached. */
async function measureAll(): Promise<string[]> {
  const verdicts: string[] = []
  const server = await startServer()
  const { client, stop } = createClients(server)
  try {
    for (const { run } of selected) {
      for (const series of await run({ plan, server, names, client })) {
        console.log(line(series, names))
        verdicts.push(...verdict(series))
      }
    }
  } finally {
    await stop()
    await server.stop()
  }
  return verdicts
}
