/** The page that a sign-in in a window of its own comes back to. */
import { sendCallback } from '../../src/oauth/callback/send-callback.ts'
import '../style/ground.css'

sendCallback()
