/** The table of faults in docs/testing.md, made of the faults that the mock server has. */
import type { FaultDefinition } from '../../src/testing/faults/fault.ts'
import { faultSentences } from '../../src/testing/faults/sentences.ts'
import { type FaultName, faultTable } from '../../src/testing/faults/table.ts'

export const TESTING_PAGE = 'docs/testing.md'

const START = '<!-- The table of faults, written by `npm run docs:faults` -->'
const END = '<!-- The end of the table of faults -->'

export function formatFaults(): string {
  const rows = Object.entries<FaultDefinition>(faultTable).map(([name, { options = [], on }]) => {
    const taken = options.map((option) => `\`${option}\``).join(', ')
    return `| \`${name}\` | ${faultSentences[name as FaultName]} | ${taken} | ${on ? `\`${format(on)}\`` : ''} |`
  })
  return ['| Fault | Behavior | Options | Default target |', '|---|---|---|---|', ...rows].join('\n')
}

function format(on: object): string {
  return Object.values(on).join(' ')
}

/** The page with the table between its two marks; throws if they are missing. */
export function withFaults(page: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${TESTING_PAGE} needs the lines ${START} and ${END}`)
  return `${page.slice(0, start + START.length)}\n\n${formatFaults()}\n\n${page.slice(end)}`
}
