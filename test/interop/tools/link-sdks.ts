/** Links the SDKs of a folder beside the package, as an installer would put them. */
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** `own` and `modules` are folders `node_modules`. */
export async function linkSdks(own: string, modules: string): Promise<void> {
  const entries = (await readdir(own)).filter((name) => !name.startsWith('.') && name !== 'zod')
  const scoped = entries.map(async (name) => {
    return name.startsWith('@') ? (await readdir(join(own, name))).map((one) => join(name, one)) : [name]
  })
  for (const name of (await Promise.all(scoped)).flat()) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(own, name), join(modules, name)).catch(() => undefined)
  }
}
