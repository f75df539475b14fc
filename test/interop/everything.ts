/** The reference server of the MCP project, on a free port. */
import { install } from './install.ts'
import { modes } from './modes.ts'
import { type RunningServer, startServer } from './running-server.ts'

type Transport = 'streamable-http' | 'sse'

const modeOf = (transport: Transport) =>
  modes.find((mode) => mode.name.startsWith('server-everything') && mode.transport === transport)!

/** Installs the server unless it is installed. */
export function installEverything(): Promise<void> {
  return install([modeOf('sse').launch.cwd])
}

export async function startEverything(transport: Transport): Promise<RunningServer & { url: string }> {
  const { launch, path } = modeOf(transport)
  const server = await startServer(launch)
  return { ...server, url: server.origin + path }
}
