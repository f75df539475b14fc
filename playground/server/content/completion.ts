/** The completions for tests: of one prompt and of the resource template. */
import { isObject } from '../../../src/testing/util/is-object.ts'

const WORDS = ['paris', 'park', 'party', 'test', 'testing', 'tokyo']

/** More matches than one completion may have. */
const MANY = Array.from({ length: 150 }, (_, index) => `many ${index + 1}`)

export function suggestForTests(ref: unknown, argument: string, chosen: Record<string, unknown>): string[] | undefined {
  const { type, name, uri } = isObject(ref) ? ref : {}
  if (type === 'ref/prompt' && name === 'test_prompt_with_arguments') {
    if (argument === 'arg1') return [...WORDS, ...MANY]
    if (argument === 'arg2') return WORDS.map((word) => (chosen.arg1 ? `${chosen.arg1} ${word}` : word))
  }
  if (type === 'ref/resource' && uri === 'test://template/{id}/data' && argument === 'id') return ['123', '124', '200']
  return undefined
}
