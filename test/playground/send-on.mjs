/** Sends the browser on to the playground, and tells it where to report. */
import { driven } from './suite.js'

location.replace(`${driven}#${location.origin}`)
