/** The largest file that a skill may have, and what is checked before a digest is computed. */
import { expect, test, vi } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { readSkillFile, type Skill } from '../../../src/skills/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'

const ROOT = 'skill://acme/large/'
const MIB_16 = 16_777_216
const OWN_SIZE = 107

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256:${Buffer.from(digest).toString('hex')}`
}

const skillWith = (size: number, digest: string): Skill => ({
  uri: `${ROOT}SKILL.md`,
  frontmatter: { name: 'large', description: 'x' },
  resources: [
    { uri: `${ROOT}SKILL.md`, digest: `sha256:${'0'.repeat(64)}`, size: OWN_SIZE },
    { uri: `${ROOT}data.bin`, digest, size },
  ],
})

async function serve(content: object) {
  const server = createMockServer({ transport: 'json' })
  const contents = [{ uri: `${ROOT}data.bin`, ...content }]
  server.script({ on: { rpcMethod: 'resources/read' }, do: [{ answerJson: { resultType: 'complete', contents } }] })
  // Base64 makes four bytes of three, and the default of this limit is 16 MiB.
  return connect(server.url, { fetch: server.fetch, limits: { messageBytes: 24 * 1024 * 1024 } })
}

test('the largest file that fits into a skill is read and verified', async () => {
  const bytes = new Uint8Array(MIB_16 - OWN_SIZE).fill(7)
  const client = await serve({ blob: Buffer.from(bytes).toString('base64') })
  const file = await readSkillFile(client, skillWith(bytes.length, await sha256(bytes)), 'data.bin')
  expect(file.bytes.length).toBe(bytes.length)
  await client.close()
})

test('a file of another size is refused without computing its digest', async () => {
  const client = await serve({ text: 'four' })
  const digest = vi.spyOn(crypto.subtle, 'digest')
  const entry = skillWith(5, `sha256:${'0'.repeat(64)}`)
  await expect(readSkillFile(client, entry, 'data.bin')).rejects.toMatchObject({ code: 'invalid-message' })
  expect(digest).not.toHaveBeenCalled()
  digest.mockRestore()
  await client.close()
})
