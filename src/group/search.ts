/** Finds tools by words: the more words a tool shares with the query, and the rarer they are, the better. */
import type { GroupTool } from './types.ts'

export type Search = (query: string, limit: number) => GroupTool[]

/** The verbs that tools are named with, each followed by what queries say instead. */
const VERBS = [
  'create add new open make send post write upload schedule file start',
  'get read show fetch view download',
  'list all every',
  'search find query',
  'update edit change set modify rename restart move',
  'delete remove cancel drop clear terminate',
]

const wordsByTool = new WeakMap<GroupTool, ReadonlyMap<string, number>>()

/** The words of all tools are counted once. */
export function createSearch(tools: readonly GroupTool[]): Search {
  const counts = new Map<string, number>()
  for (const tool of tools) for (const word of wordsOf(tool).keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarityOf = (word: string) => Math.log(1 + tools.length / counts.get(word)!)
  return (query, limit) => {
    const wanted = [...new Set(split(query))].map((word) => [word, verbFor(word)])
    return tools
      .map((tool) => {
        const words = wordsOf(tool)
        const shared = wanted.flatMap((forms) => forms.find((form) => words.has(form)) ?? [])
        return { tool, score: shared.reduce((sum, word) => sum + words.get(word)! * rarityOf(word), 0) }
      })
      .filter(({ score }) => score)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ tool }) => tool)
  }
}

/** The words of a tool, each with its weight: most for those of its name, least for those of its parameters. */
function wordsOf(tool: GroupTool): ReadonlyMap<string, number> {
  const known = wordsByTool.get(tool)
  if (known) return known
  const { originalName, title, server, description, inputSchema } = tool
  const words = new Map<string, number>()
  const texts = [Object.keys(inputSchema.properties ?? {}), description, [server, title, originalName]]
  texts.forEach((text, index) => {
    for (const word of split(`${text}`)) words.set(word, 1 + index)
  })
  wordsByTool.set(tool, words)
  return words
}

function verbFor(word: string): string {
  return VERBS.map(split).find((words) => words.includes(word))?.[0] ?? word
}

/** The stems of the words of a text, also of those in a name such as `listOpenIssues`. */
function split(text: string): string[] {
  const words = text.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? []
  return words
    .map((word) => word.toLowerCase())
    .filter((word) => !/^(an?|the|i[stn]|of|to|for|how|this|and|with)$/.test(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '') : word).slice(0, 6))
}
