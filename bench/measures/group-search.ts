/** The search of a group over 1,000 tools: the first one, which counts their words, and the later ones. */
import { createSearch } from '../../src/group/search.ts'
import { heldOutQueries, tuningQueries } from '../../test/unit/group/search-queries.ts'
import { createToolCatalogue } from '../../test/unit/group/tool-catalogue.ts'
import type { Measure } from './measure.ts'

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

function time(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

export const groupSearchMeasure: Measure = {
  name: 'group-search',
  section: 'Search of a group',
  async run() {
    const queries = [...tuningQueries, ...heldOutQueries].map(([query]) => query)
    const first: number[] = []
    const later: number[] = []
    for (let round = 0; round < 21; round++) {
      // New tools in each round, since the words of known ones are kept.
      const tools = createToolCatalogue()
      let search = createSearch([])
      first.push(
        time(() => {
          search = createSearch(tools)
          search(queries[0]!, 10)
        }),
      )
      for (const query of queries) later.push(time(() => search(query, 10)))
    }
    const row = (title: string, values: number[]) => ({
      title,
      unit: 'ms, goal under 5',
      cells: new Map([['ours', median(values).toFixed(2)] as const]),
    })
    return [row('group.search() over 1,000 tools, first', first), row('group.search() over 1,000 tools, later', later)]
  },
}
