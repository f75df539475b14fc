/** Without JSX, whose settings Next.js would look for in the folders above. */
import { createElement } from 'react'

export default function Layout({ children }) {
  return createElement('html', { lang: 'en' }, createElement('body', undefined, children))
}
