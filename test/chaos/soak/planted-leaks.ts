/** Leaks that a soak must find: changes to `src`, each with a part of the sentence that must find it. */
import type { Substitution } from '../../simulation/planted/planted-fault.ts'

export interface PlantedLeak {
  name: string
  finding: string
  changes: readonly Substitution[]
}

export const PLANTED_LEAKS: readonly PlantedLeak[] = [
  {
    // As large as those of a network: the chunks of the mock server are so small that the load of the machine hides them.
    name: 'a map by id keeps the chunks of streams',
    finding: 'of what it was after the warm-up',
    changes: [
      {
        file: 'core/sse/parse.ts',
        search: '/** Returns a function that reads all events of one chunk',
        replace:
          'const kept = new Map<number, Uint8Array>()\n\n/** Returns a function that reads all events of one chunk',
      },
      {
        file: 'core/sse/parse.ts',
        search: '      onBytes?.()\n',
        replace: '      onBytes?.()\n      kept.set(kept.size, new Uint8Array(16_384 + chunk.length))\n',
      },
    ],
  },
  {
    name: 'each call leaves a listener on its signal',
    finding: 'listeners on the signal of the callers grew',
    changes: [
      {
        file: 'core/util/on-abort.ts',
        search: '  if (!known) {\n',
        replace: '  if (callbacks) {\n',
      },
    ],
  },
  {
    name: 'a body that nobody reads is not cancelled',
    finding: 'Expected no open streams',
    changes: [
      {
        file: 'core/util/body.ts',
        search: "      reader!.cancel().catch(() => {})\n      abort?.()\n      end('cancelled')",
        replace: "      end('cancelled')",
      },
    ],
  },
]
