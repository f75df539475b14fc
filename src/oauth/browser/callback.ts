/** The one script of the callback page. */
import { deliver } from './deliver.ts'

deliver()
