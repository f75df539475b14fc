/**
 * What the suite starts for each scenario: the client, if the scenario is selected. Keeps its exit code, which the suite
 * ignores when it runs a whole set.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { MCP_CONFORMANCE_SCENARIO: scenario, CONFORMANCE_SELECTED, CONFORMANCE_EXIT_CODES } = process.env
const [command, ...args] = process.argv.slice(2)
const keepExitCode = (code) => writeFileSync(join(CONFORMANCE_EXIT_CODES, scenario), `${code}\n`)

if (CONFORMANCE_SELECTED.split(' ').includes(scenario)) {
  // A program for Node runs in this process: to start another one takes longer than most scenarios.
  if (command.endsWith('.mjs')) {
    process.once('exit', keepExitCode)
    await import(pathToFileURL(command))
  } else {
    const { status } = spawnSync(command, args, { stdio: 'inherit' })
    keepExitCode(status)
    process.exitCode = status ?? 1
  }
}
