/** The redirect page of a sign-in in a popup window: sends the callback to the opener and closes. */
import { sendCallback } from '../../src/oauth/callback/send-callback.ts'
import '../style/base.css'

sendCallback()
