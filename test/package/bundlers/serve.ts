/** Starts the server that a framework has built, until a question is answered. */
import { freePort } from '../../support/free-port.ts'
import { startProcess } from '../../support/processes.ts'
import { newerNode } from '../peers.ts'

/** `command` are the arguments of Node; the server gets its port by them, or as `PORT`. */
export async function serve(
  folder: string,
  command: (port: number) => string[],
  ask: (url: string) => Promise<string>,
): Promise<string> {
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: `${port}`,
    HOST: '127.0.0.1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const { child, stop } = startProcess(newerNode(), command(port), {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  try {
    const url = `http://127.0.0.1:${port}`
    await answering(url)
    return await ask(url)
  } catch (error) {
    throw new Error(`${command(port).join(' ')} failed: ${output}`, { cause: error })
  } finally {
    await stop()
  }
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    await response?.body?.cancel()
    if (response) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody listens at ${url}`)
}
