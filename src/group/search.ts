/** Finds tools by words: a small ranking by how rare the words are that a tool shares with the query. */
import type { GroupTool } from './types.ts'

/** How much a word counts, by where it was found. */
const WEIGHTS = { name: 3, title: 2, server: 1, parameters: 1, description: 1 } as const

type Words = ReadonlyMap<string, number>

export type Search = (query: string, limit: number) => GroupTool[]

const wordsByTool = new WeakMap<GroupTool, Words>()

/** The words of all tools are counted once. */
export function createSearch(tools: readonly GroupTool[]): Search {
  const indexed = tools.map((tool) => [tool, wordsOf(tool)] as const)
  const counts = new Map<string, number>()
  for (const [, words] of indexed) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (query, limit) => {
    const wanted = [...new Set(split(query))].map(
      (word) => [word, Math.log(1 + tools.length / (counts.get(word) ?? Infinity))] as const,
    )
    return indexed
      .map(([tool, words]) => {
        let score = 0
        for (const [word, rarity] of wanted) score += (words.get(word) ?? 0) * rarity
        return { tool, score }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ tool }) => tool)
  }
}

function wordsOf(tool: GroupTool): Words {
  const known = wordsByTool.get(tool)
  if (known) return known
  const { originalName, title = tool.annotations?.title ?? '', server, description = '', inputSchema } = tool
  const parameters = Object.keys(inputSchema.properties ?? {}).join(' ')
  const texts = { name: originalName, title, server, description, parameters }
  const words = new Map<string, number>()
  for (const [place, text] of Object.entries(texts)) {
    const weight = WEIGHTS[place as keyof typeof WEIGHTS]
    for (const word of new Set(split(text))) words.set(word, (words.get(word) ?? 0) + weight)
  }
  wordsByTool.set(tool, words)
  return words
}

/** The stems of the words of a text, also of those in a name such as `listOpenIssues`. */
function split(text: string): string[] {
  const words =
    text
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(stem)
}

const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(ies|ing|ed|es|s|e|y)$/, '') : word.replace(/s$/, '')
