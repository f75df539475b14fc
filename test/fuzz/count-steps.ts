/** Counts the work of a run instead of timing it, so that two runs of the same input give the same number on any machine. */
import { Session } from 'node:inspector/promises'

interface Range {
  startOffset: number
  endOffset: number
  count: number
}

/** Methods that walk the whole array, object or text natively, where V8 counts no block. */
const ARRAY_METHODS = ['includes', 'concat', 'flat', 'splice', 'shift', 'unshift', 'join', Symbol.iterator] as const
const OBJECT_METHODS = ['keys', 'values', 'entries', 'fromEntries', 'assign'] as const
const TEXT_METHODS = ['includes', 'replace', 'replaceAll', 'split', 'search', 'match', 'trim'] as const

/** Steps that a run took: executed blocks of the modules in `src`, and the elements and characters that natives walked. */
export interface StepCounter {
  count(run: () => unknown): Promise<number>
  stop(): Promise<void>
}

export async function createStepCounter(): Promise<StepCounter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async count(run) {
      await session.post('Profiler.takePreciseCoverage')
      let native = 0
      const restore = watchNatives((steps) => {
        native += steps
      })
      try {
        await run()
      } finally {
        restore()
      }
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const ranges = result
        .filter(({ url }) => /\/src\//.test(url))
        .flatMap((script) => script.functions.flatMap(({ ranges }) => ranges as Range[]))
      return ranges.reduce((sum, { count }) => sum + count, native)
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

type Methods = Record<PropertyKey, (...args: never[]) => unknown>

/** Reports the length of what natives walk until the returned function is called. */
function watchNatives(report: (steps: number) => void): () => void {
  const undo: (() => void)[] = []
  const watch = (
    owner: object,
    name: PropertyKey,
    walked: (self: unknown, args: unknown[], result: unknown) => number,
  ) => {
    const methods = owner as Methods
    const original = methods[name]!
    methods[name] = function (this: unknown, ...args: never[]) {
      const result = original.apply(this, args)
      report(walked(this, args, result))
      return result
    }
    undo.push(() => {
      methods[name] = original
    })
  }
  const lengthOf = (value: unknown) => (value as { length?: number } | null)?.length ?? 0
  const untilFound = (self: unknown, [, from = 0]: unknown[], index: unknown) =>
    (index === -1 ? lengthOf(self) : Number(index)) - Number(from)
  for (const name of ARRAY_METHODS) watch(Array.prototype, name, lengthOf)
  for (const name of TEXT_METHODS) watch(String.prototype, name, lengthOf)
  for (const owner of [Array.prototype, String.prototype]) watch(owner, 'indexOf', untilFound)
  watch(Array.prototype, 'slice', (_, __, copy) => lengthOf(copy))
  // Not `exec`: a text that is split by an expression would call it for every character.
  watch(RegExp.prototype, 'test', (_, [text]) => lengthOf(text))
  watch(JSON, 'parse', (_, [text]) => lengthOf(text))
  watch(JSON, 'stringify', (_, __, text) => lengthOf(text))
  for (const name of OBJECT_METHODS) watch(Object, name, (_, [object]) => lengthOf(object))
  return () => {
    for (const restore of undo.reverse()) restore()
  }
}
