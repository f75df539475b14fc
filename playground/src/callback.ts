/** The page that a sign-in in a window of its own comes back to. */
import { deliver } from '../../src/oauth/callback/send-callback.ts'
import '../style/base.css'

deliver()
