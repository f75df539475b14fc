/** Starts the suite in a runtime that is a process: Node, Deno, Bun. */
import { createSuite } from './suite.js'

const [request] = globalThis.Deno ? Deno.args : process.argv.slice(2)
await createSuite(JSON.parse(request)).runAll((result) => console.log(JSON.stringify({ result })))
console.log(JSON.stringify({ end: true }))
