/** The MCP servers that the examples of this folder talk to. Yours are elsewhere; the pages do not know the difference. */
import { authorizationServer, createMockServer } from 'mcp-over-fetch/testing'

const text = { type: 'string' } as const

const places: Record<string, string> = { teapot: 'Utah', lighthouse: 'Alexandria', windmill: 'Kinderdijk' }

/** A server that knows things. */
export const atlas = () =>
  createMockServer({
    name: 'atlas',
    tools: {
      find_place: {
        description: 'Finds where a thing is',
        input: { type: 'object', properties: { thing: text }, required: ['thing'] },
        annotations: { readOnlyHint: true },
        run: ({ thing }) => places[String(thing)] ?? 'nowhere',
      },
    },
  })

/** A server that measures things. */
export const weather = () =>
  createMockServer({
    name: 'weather',
    tools: {
      forecast: {
        description: 'Tells the weather of tomorrow',
        input: { type: 'object', properties: { place: text }, required: ['place'] },
        annotations: { readOnlyHint: true },
        run: ({ place }) => `Tomorrow in ${place}: 21 °C and a light wind`,
      },
    },
  })

/** A server for those who have signed in: it renders for a while, and asks before it publishes. */
export const studio = (origin: string) =>
  createMockServer({
    name: 'studio',
    origin,
    auth: authorizationServer({ consent: {} }),
    tools: {
      render: {
        title: 'Render',
        description: 'Renders a scene, frame by frame',
        input: { type: 'object', properties: { scene: text, frames: { type: 'integer' } }, required: ['scene'] },
        async run({ scene, frames = 20 }, { progress, wait }) {
          for (let frame = 1; frame <= Number(frames); frame++) {
            await wait(100)
            await progress(frame, Number(frames), `frame ${frame} of ${frames}`)
          }
          return `a film of the ${scene}`
        },
      },
      publish: {
        title: 'Publish',
        description: 'Publishes a film, after a few questions',
        input: { type: 'object', properties: { film: text }, required: ['film'] },
        async run({ film }, { elicit }) {
          const fields = {
            title: { type: 'string', title: 'Title', minLength: 1 },
            audience: { type: 'string', title: 'Audience', enum: ['everyone', 'friends', 'only me'] },
            copies: { type: 'integer', title: 'Copies', minimum: 1 },
            price: { type: 'number', title: 'Price', minimum: 0 },
            subtitles: { type: 'boolean', title: 'With subtitles' },
            languages: { type: 'array', title: 'Languages', items: { type: 'string', enum: ['en', 'fr', 'ja'] } },
          } as const
          const { action, content } = await elicit(`How shall ${film} be published?`, fields, ['title'])
          if (action !== 'accept') return 'Nothing was published'
          const { title, audience = 'everyone', ...details } = content ?? {}
          return `“${title}” is published for ${audience}: ${JSON.stringify(details)}`
        },
      },
    },
  })
