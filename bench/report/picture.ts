/** The picture of the headline rows, as SVG for light and for dark pages. */
import type { Panel } from './headlines.ts'

export type Theme = 'light' | 'dark'

const colours = {
  light: { text: '#1f2328', quiet: '#59636e', ours: '#0969da', bare: '#afb8c1', peer: '#8c959f', line: '#d1d9e0' },
  dark: { text: '#f0f6fc', quiet: '#9198a1', ours: '#4493f8', bare: '#3d444d', peer: '#656c76', line: '#3d444d' },
} as const

const width = 880
const margin = 16
const columnWidth = (width - 3 * margin) / 2
const labelWidth = 72
const valueWidth = 64
const titleHeight = 44
const barHeight = 14
const barStep = 20
const panelGap = 16
const captionStep = 16

/** `captions` are the lines below the panels. */
export function drawPicture(panels: readonly Panel[], theme: Theme, captions: readonly string[]): string {
  const { text, quiet } = colours[theme]
  const drawn: string[] = []
  let y = margin
  for (let index = 0; index < panels.length; index += 2) {
    const row = panels.slice(index, index + 2)
    row.forEach((panel, column) => {
      const x = margin + column * (columnWidth + margin)
      drawn.push(`<g transform="translate(${x} ${y})">`, drawPanel(panel, theme), '</g>')
    })
    y += titleHeight + Math.max(...row.map(({ bars }) => bars.length)) * barStep + panelGap
  }
  for (const caption of captions) {
    y += captionStep
    drawn.push(`<text x="${margin}" y="${y - 8}" font-size="11" fill="${quiet}">${escapeText(caption)}</text>`)
  }
  const font = `font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12"`
  const size = `viewBox="0 0 ${width} ${y}" width="${width}" height="${y}"`
  const label = escapeText(captions.join(' '))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}" ${font} fill="${text}">`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

function drawPanel({ title, hint, bars }: Panel, theme: Theme): string {
  const { quiet, line } = colours[theme]
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const scale = (columnWidth - labelWidth - valueWidth) / most
  const drawn = bars.map(({ name, value, label }, index) => {
    const y = titleHeight + index * barStep
    const length = Math.max(1, value * scale)
    const weight = name === 'ours' ? ' font-weight="600"' : ''
    return [
      `<text x="${labelWidth - 8}" y="${y + 11}" text-anchor="end"${weight}>${name}</text>`,
      `<rect x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2" fill="${colour(name, theme)}"/>`,
      `<text x="${(labelWidth + length + 6).toFixed(1)}" y="${y + 11}"${weight}>${escapeText(label)}</text>`,
    ].join('')
  })
  const axis = `<path d="M${labelWidth} ${titleHeight - 4}v${bars.length * barStep + 2}" stroke="${line}"/>`
  return [
    `<text y="14" font-weight="600" font-size="13">${escapeText(title)}</text>`,
    `<text y="30" font-size="11" fill="${quiet}">${escapeText(hint)}</text>`,
    axis,
    ...drawn,
  ].join('\n')
}

function colour(name: string, theme: Theme): string {
  const { ours, bare, peer } = colours[theme]
  if (name === 'ours') return ours
  return name === 'bare' ? bare : peer
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
