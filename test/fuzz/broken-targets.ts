/** Targets that break a promise on purpose, for the tests of the fuzzer itself. */
import { assertTyped } from './invariants.ts'
import { type FuzzTarget, pick, repeat, target } from './target.ts'

const letters = target<{ text: string; more: string[] }>({
  name: 'an untyped error',
  generate: (random) => ({ text: repeat(random, 9, () => pick(random, [...'abcx'])).join(''), more: ['a', 'b'] }),
  check({ text = '' }) {
    if (text.includes('x')) assertTyped(new RangeError('x'))
  },
})

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  letters,
  target({
    name: 'an unhandled rejection',
    generate: (random) => ({ at: random() }),
    async check() {
      void Promise.reject(new Error('nobody waits'))
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }),
  target({
    name: 'a changed prototype',
    generate: () => ({}),
    check() {
      Object.assign(Object.prototype, { polluted: true })
      // Restored in the next task, so that the targets that follow are not affected.
      setTimeout(() => delete (Object.prototype as { polluted?: boolean }).polluted)
    },
  }),
  target({
    name: 'a loop without end',
    generate: () => ({}),
    check() {
      for (;;);
    },
  }),
]
