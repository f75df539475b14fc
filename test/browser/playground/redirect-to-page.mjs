/** The page that the browser opens first: redirects to the playground, with the address for reports after the #. */
import { pageUrl } from './suite.js'

location.replace(`${pageUrl}#${location.origin}`)
