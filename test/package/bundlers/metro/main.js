/** The entry of an application for React Native. */
import { greet } from './greet.js'

greet('Metro').then(globalThis.report, (error) => globalThis.report(String(error.stack)))
