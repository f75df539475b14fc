/** The entry `mcp-over-fetch/recorder`: a flight recorder whose recordings are replayed as tests. */
export type { FlightEntry, FlightTape } from '../types/flight-tape.ts'
export { type Har, toHar } from './har.ts'
export { type Recorder, type RecorderOptions, recorder } from './recorder.ts'
export { saveOnError } from './save-on-error.ts'
