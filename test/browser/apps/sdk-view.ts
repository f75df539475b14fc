/** A view built on the SDK of views, which does everything once and logs what it got. Bundled with two versions of it. */
import { App } from '@modelcontextprotocol/ext-apps'

const app = new App({ name: 'sdk view', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
const log = (data: unknown) => app.sendLog({ level: 'info', logger: 'sdk', data })
const got: Record<string, unknown> = {}
const arrived = new Promise<void>((resolve) => {
  app.ontoolinput = (params) => {
    got.input = params.arguments
  }
  app.ontoolresult = (params) => {
    got.result = params.content
    resolve()
  }
})
app.onhostcontextchanged = (params) => void log({ context: params })
app.onteardown = async () => {
  await log({ torn: 'down' })
  return {}
}
await app.connect()
got.host = app.getHostVersion()?.name
got.theme = app.getHostContext()?.theme
await arrived
const { content } = await app.callServerTool({ name: 'for-apps', arguments: { a: 1 } })
got.called = content
got.refused = await app.callServerTool({ name: 'for-models', arguments: {} }).then(
  () => 'called',
  (error: Error) => error.message,
)
got.read = (await app.readServerResource({ uri: 'ui://mock/note' })).contents
got.link = await app.openLink({ url: 'https://example.com/' })
got.message = await app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hello' }] })
await app.updateModelContext({ content: [{ type: 'text', text: 'known' }] })
got.mode = await app.requestDisplayMode({ mode: 'fullscreen' })
await app.sendSizeChanged({ width: 200, height: 123 })
await log(got)
