/** Badges with the size of each entry, as pictures of our own: no service is asked, and none sees who reads the page. */
import { measure, paths } from '../size/measure-size.ts'

export const BADGES = 'docs/badges'

/** All badges by file name: the license, the conformance, `size.svg` for the main entry, `size-oauth.svg` and others. */
export async function formatBadges(): Promise<Map<string, string>> {
  const badges = new Map([
    ['license.svg', formatBadge('license', 'MIT')],
    ['conformance.svg', formatBadge('conformance', 'official suite')],
  ])
  for (const path of paths) {
    const name = path === '.' ? '' : path.slice(1).replaceAll('/', '-')
    badges.set(`size${name}.svg`, formatBadge('gzip', kilobytes(await measure(path))))
  }
  return badges
}

/** As the README rounds it: whole kilobytes, and one digit more for what is small. */
export function kilobytes(bytes: number): string {
  return `${bytes < 9_950 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB`
}

function formatBadge(label: string, value: string): string {
  const [left, right] = [label, value].map((text) => 10 + Math.round(text.length * 6.6))
  const width = left! + right!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
  <title>${label}: ${value}</title>
  <rect width="${width}" height="20" rx="4" fill="#3056d3"/>
  <path d="M4 0h${left! - 4}v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#1d2433"/>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="${left! / 2}" y="14">${label}</text>
    <text x="${left! + right! / 2}" y="14">${value}</text>
  </g>
</svg>
`
}
