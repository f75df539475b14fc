/** A package registry on a free port that serves the dependencies of the package from `node_modules`, and the package itself. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { startHttpServer } from '../browser/playground/http-server.ts'
import { root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import type { Packed } from './pack.ts'

export interface Registry {
  /** Ends with a slash. */
  url: string
  dispose(): Promise<void>
}

/** `own` is the package itself, for those who install it by its name. */
export async function startRegistry(own?: Packed): Promise<Registry> {
  const scratch = await createScratch()
  const tarballs = new Map<string, Buffer>()
  if (own) tarballs.set(manifest.name, await readFile(own.tarball))
  const names = Object.keys(manifest.dependencies)
  await Promise.all(names.map(async (name) => tarballs.set(name, await pack(name, join(scratch.path, `${name}.tgz`)))))
  const { origin, close } = await startHttpServer(async (request, response) => {
    const [name = '', isFile] = (request.url ?? '/').slice(1).split('/-/')
    const tarball = tarballs.get(name)
    if (!tarball) response.writeHead(404).end()
    else if (isFile) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(await describe(name, tarball))
  })
  return {
    url: `${origin}/`,
    async dispose() {
      close()
      await scratch.dispose()
    },
  }

  async function describe(name: string, tarball: Buffer): Promise<string> {
    const file = join(root, 'node_modules', name, 'package.json')
    const described = name === manifest.name ? own?.manifest : JSON.parse(await readFile(file, 'utf8'))
    const { version } = described as { version: string }
    const digest = (algorithm: string) => createHash(algorithm).update(tarball)
    const dist = {
      tarball: `${origin}/${name}/-/${name}-${version}.tgz`,
      shasum: digest('sha1').digest('hex'),
      integrity: `sha512-${digest('sha512').digest('base64')}`,
    }
    return JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...described, dist } },
      time: { [version]: '2026-01-01T00:00:00.000Z' },
    })
  }
}

async function pack(name: string, file: string): Promise<Buffer> {
  await runProcess('tar', ['-czf', file, '-C', join(root, 'node_modules'), `--transform=s,^${name},package,`, name])
  return readFile(file)
}
