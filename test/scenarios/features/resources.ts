/** Resources and resource templates: listed, read and linked to. */
import { expandUriTemplate } from '../../../src/uri-template/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { answersTo } from '../steps/scripted-results.ts'

/** The first bytes of a PNG. */
const PNG = [0x89, 0x50, 0x4e, 0x47]

export const resources: Scenario[] = [
  ...inBothEras({
    name: 'resources and resource templates are listed as the server describes them',
    ids: ['protocol:F-3', 'protocol:F-4', 'protocol:F-17', 'protocol:F-18'],
    async run(world) {
      const { connect, assert } = world
      const client = await connect()
      const resources = await client.listResources()
      assert.equal(
        resources.find(({ uri }) => uri === 'test://static-text'),
        {
          uri: 'test://static-text',
          name: 'static-text',
          title: 'Static text',
          description: 'A text that never changes',
          mimeType: 'text/plain',
        },
      )
      assert.equal(await client.listResourceTemplates(), [
        {
          uriTemplate: 'test://template/{id}/data',
          name: 'template',
          title: 'Data by id',
          description: 'Data about any id',
          mimeType: 'application/json',
        },
      ])
    },
  }),
  ...inBothEras({
    name: 'the template of a resource is filled in and the resource is read',
    async run({ connect, assert }) {
      const client = await connect()
      const [template] = await client.listResourceTemplates()
      const uri = expandUriTemplate(template!.uriTemplate, { id: 'a b/é' })
      assert.equal(uri, 'test://template/a%20b%2F%C3%A9/data')
      const { contents } = await client.readResource(uri)
      assert.equal(JSON.parse((contents[0] as { text: string }).text).id, 'a b/é')
      const misspelt = async () => expandUriTemplate(template!.uriTemplate, { ID: 'x' })
      await assert.rejects(misspelt(), { code: 'invalid-argument', message: /expected values for id/ })
    },
  }),
  ...inBothEras({
    name: 'a resource is read as text, as bytes, by template, in several parts and empty',
    ids: ['protocol:F-5', 'protocol:F-38'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      assert.equal((await client.readResource('test://static-text')).contents, [
        {
          uri: 'test://static-text',
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ])
      const [image] = (await client.readResource('test://static-binary')).contents
      if (!image || !('blob' in image) || 'text' in image) throw new Error('Expected bytes as blob alone')
      assert.equal(
        [...atob(image.blob)].slice(0, 4).map((letter) => letter.charCodeAt(0)),
        PNG,
      )
      const [data] = (await client.readResource('test://template/7/data')).contents
      assert.match(data, { uri: 'test://template/7/data', mimeType: 'application/json' })
      const contents = [
        { uri: 'file:///a', text: '' },
        { uri: 'file:///b', blob: '', mimeType: 'text/plain', _meta: { 'com.example/own': null } },
      ]
      await server.script(...answersTo('resources/read', { contents }, { contents: [] }))
      assert.equal((await client.readResource('file:///dir')).contents, contents)
      assert.equal((await client.readResource('file:///empty')).contents, [])
      const reads = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'resources/read')
      assert.equal(paramsOf(reads[0]).uri, 'test://static-text')
    },
  }),
  ...inBothEras({
    name: 'an unknown resource is an error with the code of its revision, and its URI',
    ids: ['protocol:F-39', 'protocol:Z-25'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const client = await connect()
      const missing = { code: 'rpc', delivery: 'answered', data: { uri: 'test://nowhere' } }
      await assert.rejects(client.readResource('test://nowhere'), { ...missing, rpcCode: modern ? -32602 : -32002 })
      for (const code of [-32002, -32602]) {
        await server.script({
          on: { rpcMethod: 'resources/read' },
          do: [{ answerError: { code, message: 'not found' } }],
        })
        await assert.rejects(client.readResource('test://nowhere'), { code: 'rpc', rpcCode: code })
      }
      await server.script()
      assert.equal((await client.readResource('test://static-text')).contents.length, 1)
    },
  }),
  ...inBothEras({
    name: 'a result that is not a resource is an error that carries it',
    ids: ['protocol:F-5'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await server.script(...answersTo('resources/read', { content: 'wrong key' }, { contents: 'no list' }))
      for (const result of [{ content: 'wrong key' }, { contents: 'no list' }]) {
        const error = await assert.rejects(client.readResource('test://x'), {
          code: 'invalid-message',
          delivery: 'answered',
        })
        assert.match(error.result, result)
      }
      assert.equal((await client.readResource('test://static-text')).contents.length, 1)
    },
  }),
  ...inBothEras({
    name: 'a resource link is returned unchanged, nothing is fetched for it, and it can be read',
    ids: ['protocol:F-40', 'protocol:F-41'],
    async run(world) {
      const { connect, server, assert } = world
      const fetched: string[] = []
      const client = await connect({
        fetch: (url, init) => {
          fetched.push(url)
          return fetch(url, init)
        },
      })
      const link = { type: 'resource_link', uri: 'https://example.com/page', name: 'linked', mimeType: 'text/plain' }
      assert.equal((await client.callTool('link', { uri: link.uri })).content, [link])
      const messages = [{ role: 'user', content: { ...link, size: 3, title: 'A page' } }]
      await server.script(...answersTo('prompts/get', { messages }))
      assert.equal((await client.getPrompt('with_link')).messages, messages)
      const [own] = (await client.callTool('link')).content
      if (own?.type !== 'resource_link') throw new Error('Expected a link')
      assert.equal((await client.readResource(own.uri)).contents.length, 1)
      const elsewhere = fetched.filter((url) => !url.startsWith(server.url))
      assert.equal(elsewhere, [])
    },
  }),
  ...inBothEras({
    name: 'an embedded resource keeps its annotations, wherever the server puts them',
    ids: ['protocol:F-42'],
    async run(world) {
      const { connect, server, assert } = world
      const annotations = { audience: ['user'], priority: 0.5, lastModified: '2025-01-12T15:00:58Z' }
      const content = [
        { type: 'resource', resource: { uri: 'file:///a', text: 'a' }, annotations },
        { type: 'resource', resource: { uri: 'file:///b', blob: 'Yg==', mimeType: 'x/y', annotations } },
      ]
      await server.script(...answersTo('tools/call', { content }))
      const client = await connect()
      assert.equal((await client.callTool('embed')).content, content)
    },
  }),
]
