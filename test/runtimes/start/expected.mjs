/** Prints what a suite must report. Node reads the bundle much faster than a process that compiles TypeScript. */
import { expectedScenarios } from './suite.js'

console.log(JSON.stringify(expectedScenarios(JSON.parse(process.argv[2]))))
