/** `logout <url>`: revokes the tokens of a server and deletes them. */
import { jsonOption, type Verb } from '../command/verb.ts'
import { createAuth } from '../connection/authorization.ts'
import { deleteLogin, hasLogin } from '../connection/login-file.ts'
import { shownUrl } from '../connection/server-url.ts'
import { onlyUrl } from './only-url.ts'

export const verb: Verb = {
  usage: '<url>',
  about: 'Revokes the tokens of a server, where it can, and deletes them from this machine.',
  options: jsonOption,
  examples: ['logout https://tools.example.com/mcp'],
  async run(invocation) {
    const { output, env, values } = invocation
    const server = onlyUrl(invocation)
    if (!(await hasLogin(server, env))) {
      // What an interrupted sign-in has left.
      await deleteLogin(server, env)
      if (values.json) output.printJson({ server: shownUrl(server), signedOut: false })
      else output.print(`Not signed in to ${shownUrl(server)}.`)
      return
    }
    try {
      await (await createAuth(server, env)).signOut({ revoke: true })
    } catch {
      output.note('The tokens could not be revoked at the server; they are deleted here.')
    } finally {
      await deleteLogin(server, env)
    }
    if (values.json) output.printJson({ server: shownUrl(server), signedOut: true })
    else output.print(`Signed out of ${shownUrl(server)}.`)
  },
}
