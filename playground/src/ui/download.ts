/** Saves a text or bytes as a file. */

export function download(name: string, content: string | Blob, type = 'application/json'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A file name of what a server called something. */
export function fileName(of: string, ending: string): string {
  return `${
    of
      .replace(/[^\w.-]+/g, '_')
      .replace(/^[_.]+/, '')
      .slice(0, 60) || 'result'
  }.${ending}`
}
