/** Schemas of tools and front matter of skills: read in linear time, refused with the error that is documented. */
import { findParamHeaders, paramHeaders } from '../../../src/core/modern/request-headers.ts'
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseFrontmatter } from '../../../src/skills/frontmatter.ts'
import { mutate } from '../generate-value.ts'
import { hostileText, mutateText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, target, Violation } from '../target.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    inner: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
    list: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/a' }] } },
  },
  $defs: { a: { type: 'boolean' } },
  required: ['region'],
}
const ARGUMENTS = { region: 'é "x"\n', inner: { count: 3 }, list: ['a'] }

const FRONT_MATTER = [
  '---',
  'name: a-skill',
  'description: "A \\"quoted\\" text: with a colon" # and a comment',
  "license: 'it''s'",
  'allowed-tools: [a, "b, c", \'d\']',
  'metadata:',
  '  version: 1.0',
  '  folded: >-',
  '    one',
  '    two',
  '  literal: |',
  '    one',
  '',
  '    two',
  'list:',
  '  - a',
  '  - b: c',
  '---',
  '# Title',
].join('\n')

export const schemaTargets: FuzzTarget[] = [
  target<{ schema: unknown; args: unknown }>({
    name: 'the schema of a tool and its arguments',
    generate: (random) => ({ schema: mutate(mutate(SCHEMA, random), random), args: mutate(ARGUMENTS, random) }),
    check({ schema, args }) {
      if (!isObject(schema)) return
      findParamHeaders(schema)
      try {
        for (const [name, value] of Object.entries(paramHeaders(schema, args))) new Headers({ [name]: value })
      } catch (error) {
        assertTyped(error)
      }
    },
  }),
  target<{ text: string }>({
    name: 'the front matter of a skill',
    generate: (random) => ({
      text: random() < 0.2 ? `---\n${hostileText(random, 20)}\n---\n` : mutateText(random, FRONT_MATTER),
    }),
    check({ text }) {
      try {
        const parsed = parseFrontmatter(text)
        if (typeof parsed !== 'object' || parsed === null) throw new Violation('front matter that is no object')
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    },
  }),
]
