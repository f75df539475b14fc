/** The script of the page that runs the client. */
import { runScenario } from '../scenarios.ts'

Object.assign(globalThis, { runScenario })
