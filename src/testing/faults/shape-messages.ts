/** Changes the JSON-RPC messages in the body of a response, whether it is an event stream or JSON. */
import { parseBody } from '../jsonrpc/message.ts'
import { isObject } from '../util/is-object.ts'
import { isEventStream, readUnits, shapeBody } from './shape-body.ts'

export type Message = Record<string, unknown>

/** The texts that take the place of a message; those of an event stream become events of their own. */
export type ChangeMessage = (message: Message, text: string) => string[]

export function shapeMessages(response: Response, change: ChangeMessage): Response {
  const isStream = isEventStream(response)
  const encoder = new TextEncoder()
  return shapeBody(response, async function* (read) {
    for await (const unit of readUnits(read, isStream)) {
      const texts = isStream ? changeEvent(unit, change) : changeText(unit, change)
      for (const text of texts) yield encoder.encode(text)
    }
    return 'end'
  })
}

function changeEvent(event: string, change: ChangeMessage): string[] {
  const lines = event.split(/\r\n|\r|\n/)
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, ''))
  const rest = lines.filter((line) => line !== '' && !line.startsWith('data:'))
  const message = parseBody(data.join('\n'))
  if (!isObject(message)) return [event]
  // A further message has no event id: it is not stored, so nothing can be resumed after it.
  return change(message, data.join('\n')).map((text, index) => {
    const fields = index === 0 ? rest : rest.filter((line) => !line.startsWith('id:'))
    return [...fields, `data: ${text}`, '', ''].join('\n')
  })
}

/** A JSON body has room for one message only. */
function changeText(text: string, change: ChangeMessage): string[] {
  const message = parseBody(text)
  return isObject(message) ? change(message, text).slice(0, 1) : [text]
}

/** Whether it answers a request. */
export function isAnswer(message: Message): boolean {
  return message.method === undefined && ('result' in message || 'error' in message)
}
