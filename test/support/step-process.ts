/** The process of one step: runs its module and sends the outcome to its parent. */
import { pathToFileURL } from 'node:url'
import { show } from './show.ts'

const [module = '', parameters = '{}'] = process.argv.slice(2)

// The parent has the outcome, or has ended: this process exits, and so does everything it started.
process.once('disconnect', () => process.exit())

try {
  const { run } = (await import(pathToFileURL(module).href)) as { run(parameters: object): Promise<unknown> }
  process.send!({ outcome: await run(JSON.parse(parameters)) })
} catch (error) {
  process.send!({ error: show(error) })
}
