/** A program for Deno that signs in, prints the status as its last line and ends. */
import { oauth } from '../../../../src/oauth/index.ts'
import { loopback } from '../../../../src/oauth/loopback/index.ts'

const { Deno } = globalThis as unknown as { Deno: { args: [string] } }
const auth = oauth({ server: Deno.args[0] })
const { status } = await auth.signIn(loopback({ open }))
console.log(status)

/** A user who agrees at once, after a callback with a forged state. */
async function open(url: URL): Promise<void> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const { location } = (await answer.json()) as { location: string }
  for (const address of [location.replace(/state=[^&]+/, 'state=forged'), location]) {
    const response = await fetch(address)
    console.log(response.status, await response.text())
  }
}
