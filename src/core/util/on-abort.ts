/** Listens to abort signals with one listener per signal, however many calls share it. */
import { createEmitter, type Emitter } from './emitter.ts'

const emitters = new WeakMap<AbortSignal, Emitter<[]>>()

/** Runs `run` when the signal aborts; the returned function cancels that. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let emitter = emitters.get(signal)
  if (!emitter) {
    emitter = createEmitter()
    emitters.set(signal, emitter)
    // The listener stays for the life of the signal: that costs less than adding and removing it for each call.
    signal.addEventListener('abort', () => emitter!.publish())
  }
  return emitter.subscribe(run)
}
