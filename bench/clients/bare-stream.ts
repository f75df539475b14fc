/** Reads the answer from an event stream, to its end, without anything that a client adds. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Message, OnMessage } from './bare.ts'

export async function readAnswer(response: Response, id: number, onMessage?: OnMessage): Promise<Message> {
  let answer: Message = {}
  const parser = createParser({
    onEvent({ data }: EventSourceMessage) {
      const message: Message = JSON.parse(data)
      if (message.id === id) answer = message
      else onMessage?.(message)
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parser.feed(decoder.decode(read.value, { stream: true }))
  }
  return answer
}
