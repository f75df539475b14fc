/** What happens to a connection or to the server, and when it is over. */
import type { Control } from './control.ts'
import type { ChaosProxy, ProxiedConnection } from './proxy.ts'
import type { ServerProcess } from './server-process.ts'

export interface Scene {
  proxy: ChaosProxy
  server: ServerProcess
  control: Control
  /** The key of the call that is disturbed. */
  key: string
  /** The tools of the server count. */
  counts: boolean
}

/** Where it happens: at what passes on one connection, or between calls, on all connections. */
export interface Spot {
  connection: ProxiedConnection
  /** Passes on the request that is at the proxy, if there is one. */
  pass(): void
}

export interface Fault {
  name: string
  /** Begins; the function it returns ends it, and resolves when the server can be reached again. */
  strike(scene: Scene, spot: Spot | undefined): () => Promise<void>
  /** Ends by itself: a call that comes after it waits for that. */
  isBrief?: true
  /** What was sent is lost, and nobody learns of it: only a limit ends the wait. */
  isSilent?: true
  /** Needs a server of its own, since other clients of it would be disturbed, too. */
  endsServer?: true
}

/** Milliseconds in which nothing listens at the port. */
const REFUSAL = 600

const nothingToEnd = async () => {}

/** The connection of the spot, else all. */
const concerned = ({ proxy }: Scene, spot: Spot | undefined) => (spot ? [spot.connection] : [...proxy.connections])

export const faults: readonly Fault[] = [
  {
    name: 'cut',
    isBrief: true,
    strike(scene, spot) {
      spot?.pass()
      const over = Promise.all(concerned(scene, spot).map((connection) => connection.cut()))
      return async () => void (await over)
    },
  },
  {
    name: 'cut after 12 bytes',
    strike(scene, spot) {
      const doomed = concerned(scene, spot)
      for (const connection of doomed) connection.down.limit(12, () => void connection.cut())
      spot?.pass()
      return async () => void (await Promise.all(doomed.map((connection) => connection.cut())))
    },
  },
  {
    name: 'reset',
    strike({ proxy }) {
      for (const connection of proxy.connections) connection.reset()
      return nothingToEnd
    },
  },
  {
    name: 'silent to the client',
    isSilent: true,
    strike(scene, spot) {
      spot?.pass()
      for (const { down } of concerned(scene, spot)) down.pace = 'drop'
      return () => forgetIdle(scene)
    },
  },
  {
    name: 'silent to the server',
    isSilent: true,
    strike(scene, spot) {
      for (const { up } of concerned(scene, spot)) up.pace = 'drop'
      return () => forgetIdle(scene)
    },
  },
  {
    name: 'delay',
    strike({ proxy }) {
      proxy.setPace({ delay: 150 })
      return async () => proxy.setPace('pass')
    },
  },
  {
    name: 'throttle',
    strike({ proxy }) {
      proxy.setPace({ bytes: 100, every: 5 })
      return async () => proxy.setPace('pass')
    },
  },
  {
    name: 'refuse',
    strike({ proxy }) {
      proxy.refuse()
      for (const connection of proxy.connections) connection.reset()
      const over = new Promise((resolve) => setTimeout(resolve, REFUSAL)).then(() => proxy.accept())
      return () => over
    },
  },
  {
    name: 'kill and restart',
    isBrief: true,
    endsServer: true,
    strike(scene, spot) {
      const over = killAndRestart(scene, spot)
      return () => over
    },
  },
]

/** A client cannot know that its platform keeps dead connections for later; streams that it reads are its own business. */
async function forgetIdle({ proxy }: Scene): Promise<void> {
  const isSilent = ({ up, down }: ProxiedConnection) => up.pace === 'drop' || down.pace === 'drop'
  const idle = [...proxy.connections].filter((connection) => isSilent(connection) && !connection.open)
  await Promise.all(idle.map((connection) => connection.cut()))
}

async function killAndRestart({ proxy, server, control, key, counts }: Scene, spot: Spot | undefined): Promise<void> {
  spot?.pass()
  const isCalled = proxy.requests.some(({ body }) => body.includes(key))
  // Once it works on the call.
  if (isCalled && counts) await Promise.race([control.started(key), wait(500)])
  proxy.refuse()
  await server.kill()
  await server.start()
  await proxy.accept()
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
