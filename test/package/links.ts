/** The links of a Markdown page, and the anchors of its headings as GitHub makes them. */

/** Without the links in code. */
export function findLinks(markdown: string): string[] {
  const text = withoutCode(markdown)
  const inline = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  const html = [...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target]) => target!)
  return [...inline, ...html]
}

export function findAnchors(markdown: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutCode(markdown, 'blocks').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const anchor = toAnchor(heading!)
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times ? `${anchor}-${times}` : anchor
  })
}

/** The anchor of a heading that occurs once. */
export function toAnchor(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

function withoutCode(markdown: string, kind: 'all' | 'blocks' = 'all'): string {
  const text = markdown.replaceAll(/^[ \t]*(`{3,})[\s\S]*?^[ \t]*\1[ \t]*$/gm, '')
  return kind === 'all' ? text.replaceAll(/`[^`\n]*`/g, '') : text
}
