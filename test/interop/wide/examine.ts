/** What the client meets at one server: connecting, listing, calling, and the call after a restart of the server. */
import { createConnect } from '../../../src/core/connect.ts'
import { type Client, connect } from '../../../src/core/index.ts'
import { setTimer } from '../../../src/core/util/environment.ts'
import { openRequests } from '../open-requests.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { installPackages } from './install-packages.ts'
import { SPEED, type WideMode } from './wide-mode.ts'

export interface Finding {
  name: string
  /** Transport and version. */
  connected: string
  tools: string
  call: string
  /** Whether the call after the restart succeeds. */
  heals: string
  /** How the server refused what was sent under the session of before the restart. */
  refusal: string
  /** Warnings, and what stayed open. */
  remarks: string
}

const LIMIT = 30_000

const connectFast = createConnect({
  now: () => performance.timeOrigin + performance.now() * SPEED,
  monotonic: () => performance.now() * SPEED,
  setTimer: (run, milliseconds, background) => setTimer(run, milliseconds / SPEED, background),
  random: () => Math.random(),
})

export async function examine(mode: WideMode): Promise<Finding> {
  const { name, path, front } = mode
  const finding: Finding = { name, connected: '', tools: '', call: '', heals: '', refusal: '', remarks: '' }
  const remarks = new Set<string>()
  const stops: (() => Promise<void>)[] = []
  const refusals: string[] = []
  let step: keyof Finding = 'connected'
  try {
    const server = await start(mode)
    stops.push(server.stop)
    const port = Number(new URL(server.origin).port)
    const before = front && (await front(port))
    if (before) stops.push(before.stop)
    const url = (before?.origin ?? server.origin) + path
    const client = await connect(url, {
      fetch: watch(refusals),
      timeout: LIMIT,
      onEvent: (event) => event.type === 'warning' && remarks.add(event.message),
    })
    stops.unshift(() => client.close())
    finding.connected = `${client.connection.transport} ${client.connection.protocolVersion}`
    step = 'tools'
    finding.tools = `${(await client.listTools()).length}`
    step = 'call'
    finding.call = await useOnce(client, mode)
    await server.restart()
    refusals.length = 0
    step = 'heals'
    const outcome = await useOnce(client, mode)
    finding.heals = outcome === finding.call ? 'yes' : outcome
    if (mode.silentCall) remarks.add(await beSilent(url, server, mode.silentCall))
    await client.close()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const open = openRequests(url)
    if (open > 0) remarks.add(`${open} left open`)
  } catch (error) {
    finding[step] = `no: ${String(error).split('\n').slice(0, 3).join(' ').slice(0, 300)}`
  }
  if (step === 'heals') finding.refusal = refusals[0] ?? ''
  for (const stop of stops) await stop().catch(() => {})
  return { ...finding, remarks: [...remarks].join('; ') }
}

async function start(mode: WideMode): Promise<RunningServer> {
  const { packages, args, env, forcePort } = mode
  const cwd = await installPackages(packages)
  return startServer({ cwd, args, ...(env && { env }), ...(forcePort && { forcePort }) })
}

/** A call of 70 s without a word, by the clocks of client and server. */
async function beSilent(url: string, server: RunningServer, call: [string, Record<string, unknown>]): Promise<string> {
  await server.restart(SPEED)
  const options = { connectTimeout: LIMIT * SPEED, timeout: LIMIT * SPEED }
  const client = await connectFast(url, options)
  try {
    await client.callTool(...call)
    return 'a silent call of 70 s ends well'
  } catch (error) {
    return `a silent call of 70 s: ${String(error).slice(0, 100)}`
  } finally {
    await client.close()
  }
}

/** The call of the mode, or the list of tools. */
async function useOnce(client: Client, { call }: WideMode): Promise<string> {
  if (!call) return `${(await client.listTools()).length} tools`
  const { isError } = await client.callTool(...call)
  return isError ? 'error result' : 'result'
}

/** A fetch that writes down how requests are refused. */
function watch(refusals: string[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status < 400 || init?.method === 'GET') return response
    const text = await response.text()
    refusals.push(`${response.status} ${summary(text)}`)
    return new Response(text, response)
  }
}

/** The code and the words of a JSON-RPC error, or the text. */
function summary(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: number; message?: string } | string }
    if (error && typeof error === 'object') return `${error.code} ${error.message}`
  } catch {
    // Not JSON.
  }
  return text.replaceAll(/\s+/g, ' ').slice(0, 100)
}
