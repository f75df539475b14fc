/** Realms that tests have left keep no files open in workerd, as Linux tells. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as testOf } from 'vitest'
import { createControl } from '../../../playground/server/control/control.ts'
import { startServer } from '../../../playground/server/miniflare.ts'
import { connect } from '../../../src/core/index.ts'

const test = testOf.runIf(process.platform === 'linux')

test('the storage of a realm is closed when its test has left it', async () => {
  const server = await startServer({ evictable: true })
  try {
    const workerd = await findChild('workerd')
    const before = await openDatabases(workerd)
    for (let index = 0; index < 5; index++) {
      const control = createControl(server, `files-${index}`)
      const client = await connect(control.url, { versions: ['2025-11-25'] })
      await client.callTool('echo', { text: 'x' })
      if (index === 0) expect(await openDatabases(workerd)).toBeGreaterThan(before)
      await client.close()
      await control.dispose()
    }
    // workerd closes them a little later.
    for (let turn = 0; turn < 50 && (await openDatabases(workerd)) > before; turn++) await sleep(50)
    expect(await openDatabases(workerd)).toBe(before)
  } finally {
    await server.dispose()
  }
})

test('realms that are never evicted have no files', async () => {
  const server = await startServer()
  try {
    const workerd = await findChild('workerd')
    const before = await openDatabases(workerd)
    const client = await connect(createControl(server, 'no-files').url, { versions: ['2025-11-25'] })
    await client.callTool('echo', { text: 'x' })
    expect(await openDatabases(workerd)).toBe(before)
    await client.close()
  } finally {
    await server.dispose()
  }
})

async function findChild(name: string): Promise<string> {
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    // `pid (name) state parent …`
    const [, found, rest = ''] = /\((.*)\) (.*)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) ?? []
    if (found === name && rest.split(' ')[1] === String(process.pid)) return pid
  }
  throw new Error(`This process has no child called ${name}`)
}

async function openDatabases(pid: string): Promise<number> {
  const files = (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))
  return (await Promise.all(files)).filter((file) => file.includes('.sqlite')).length
}
