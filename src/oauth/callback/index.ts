/** The one script of the callback page. */
import { deliver } from './send-callback.ts'

deliver()
