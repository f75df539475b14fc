/**
 * Addresses of files in the repository, for texts that are read elsewhere: on the page of a registry, or by a model. They
 * all come from `repository` in package.json. While that names none, paths stay paths; a release insists on it.
 */
import { manifest } from './entries.ts'

/** The text of a file. */
export function rawAddress(path: string, repository = manifest.repository): string {
  return repository ? `https://raw.githubusercontent.com/${repository}/HEAD/${path}` : path
}

/** Where a person reads or sees a file. */
function pageAddress(path: string, repository: string): string {
  if (/\.(png|svg)$/.test(path)) return rawAddress(path, repository)
  return `https://github.com/${repository}/blob/HEAD/${path}`
}

/** The Markdown of a file at the top of the repository, with addresses in place of relative links. */
export function withAddresses(markdown: string, repository = manifest.repository): string {
  if (!repository) return markdown
  const link = /(\]\(|(?:src|srcset)=")(?![a-z]+:|#)([^)"\s]+)/g
  return markdown.replaceAll(link, (_, before: string, path: string) => before + pageAddress(path, repository))
}
