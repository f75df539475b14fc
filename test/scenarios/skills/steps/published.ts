/** A server with one skill, and the rules of its answers. */
import type { Server } from '../../../../playground/server/control/control.ts'
import type { Skill } from '../../../../src/skills/index.ts'
import type { Rule } from '../../../../src/testing/index.ts'

export const ROOT = 'skill://acme/pdf-processing/'

export const files: Record<string, string> = {
  'SKILL.md':
    '---\nname: pdf-processing\ndescription: "Forms, and more"\nmetadata:\n  version: "2.1"\n---\n\nBody – in UTF-8.\n',
  'references/FORMS.md': 'How to fill in forms.\n',
}

export const frontmatter = { name: 'pdf-processing', description: 'Forms, and more', metadata: { version: '2.1' } }

/** Digests that another program computed. */
export const skill: Skill = {
  uri: `${ROOT}SKILL.md`,
  frontmatter,
  resources: [
    {
      uri: `${ROOT}SKILL.md`,
      digest: 'sha256:9b48526d46dc30bf02c4e74f3e914b4815ba053c86fcf7f262940436c961bd98',
      size: 107,
    },
    {
      uri: `${ROOT}references/FORMS.md`,
      digest: 'sha256:a1546b404885a4e03ca801f18e310de92b15a588f5c63b9025ede5047bd61e1a',
      size: 22,
    },
  ],
}

export const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } }

export const answering = (rpcMethod: string, result: object, nth?: number): Rule => ({
  on: { rpcMethod },
  ...(nth !== undefined && { nth }),
  do: [{ answerJson: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } }],
})

export const reading = (path: string, content: object, nth?: number): Rule =>
  answering('resources/read', { contents: [{ uri: ROOT + path, mimeType: 'text/markdown', ...content }] }, nth)

export async function publish(server: Server, ...rules: Rule[]): Promise<void> {
  await server.configure({ capabilities })
  await server.script(...rules, answering('skills/list', { skills: [skill] }))
}
