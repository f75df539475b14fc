/** The process of one step: runs its module and sends the result to the process that started it. */
import { pathToFileURL } from 'node:url'
import { show } from '../runtimes/show.ts'

interface Exports {
  [name: string]: unknown
  run?: Run
}

type Run = (parameters?: unknown) => Promise<unknown>

const [module = '', parameters] = process.argv.slice(2)

// The parent has ended, or has got the result: then this process exits, which ends what it started.
process.once('disconnect', () => process.exit())

try {
  const exports = (await import(pathToFileURL(module).href)) as Exports
  const run = exports.run ?? findStep(exports)
  process.send!({ result: await run(parameters && JSON.parse(parameters)) })
} catch (error) {
  process.send!({ error: show(error) })
}

function findStep(exports: Exports): Run {
  const step = Object.values(exports).find((value) => typeof (value as Exports | null)?.run === 'function')
  if (!step) throw new Error(`${module} exports neither run() nor a step`)
  return () => (step as { run: Run }).run()
}
