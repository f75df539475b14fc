/** The outcome of an examination as a badge: an SVG that needs no font, no script and no other host. */
import type { Counts } from '../../../bin/examination/report.ts'

const LABEL = 'MCP in browsers'
/** The average width of a character at this size; badges of other makers are as rough. */
const CHARACTER = 6.6
const PADDING = 7

const colours = { problem: '#b3261e', warning: '#8a5a00', good: '#1f6f43', none: '#555555' } as const

export function createBadge(counts: Counts): string {
  const { text, colour } = describeBadge(counts)
  const left = widthOf(LABEL)
  const right = widthOf(text)
  const title = `${LABEL}: ${text}`
  const middle = (from: number, width: number) => (from + width / 2).toFixed(1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="#3b3a36"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colour}"/>`,
    `<g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">`,
    `<text x="${middle(0, left)}" y="14">${LABEL}</text>`,
    `<text x="${middle(left, right)}" y="14">${text}</text>`,
    '</g></svg>',
  ].join('')
}

function describeBadge({ problem, warning, good }: Counts): { text: string; colour: string } {
  if (problem > 0) return { text: `${problem} problem${problem === 1 ? '' : 's'}`, colour: colours.problem }
  if (good === 0) return { text: 'not examined', colour: colours.none }
  if (warning > 0)
    return { text: `${good} good, ${warning} warning${warning === 1 ? '' : 's'}`, colour: colours.warning }
  return { text: `${good} good`, colour: colours.good }
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER + 2 * PADDING)
}
