/** Tools that return each kind of content, report progress and log: what the conformance suite calls by name. */
import { text } from '../../../../src/testing/features/content.ts'
import { input, type Tool, type ToolCall } from '../../../../src/testing/features/tool.ts'
import { audio, embedded, image } from '../media.ts'

/** Milliseconds between two notifications, so that a client gets them one by one. */
const PAUSE = 50

export const contentTools: Tool[] = [
  {
    name: 'test_simple_text',
    description: 'Returns one text',
    inputSchema: input(),
    run: () => ({ content: [text('This is a simple text response for testing.')] }),
  },
  {
    name: 'test_image_content',
    description: 'Returns one image',
    inputSchema: input(),
    run: () => ({ content: [image()] }),
  },
  {
    name: 'test_audio_content',
    description: 'Returns one sound',
    inputSchema: input(),
    run: () => ({ content: [audio()] }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Returns one embedded resource',
    inputSchema: input(),
    run: () => ({
      content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Returns a text, an image and an embedded resource',
    inputSchema: input(),
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image(),
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  {
    name: 'test_error_handling',
    description: 'Always fails',
    inputSchema: input(),
    run() {
      throw new Error('This tool intentionally returns an error for testing')
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Reports 0, 50 and 100 of 100',
    inputSchema: input(),
    run: reportProgress,
  },
  { name: 'test_tool_with_logging', description: 'Logs three times', inputSchema: input(), run: logThrice },
  { name: 'test_logging_tool', description: 'Logs three times, if asked to', inputSchema: input(), run: logThrice },
  {
    name: 'test_reconnection',
    description: 'Closes the stream of its own request before it answers',
    inputSchema: input(),
    async run({ context }) {
      context.closeStream()
      await context.clock.wait(2 * PAUSE, context.signal)
      return { content: [text('Answered after the stream was closed')] }
    },
  },
]

async function reportProgress({ context, progress }: ToolCall) {
  await progress(0, 100)
  await context.clock.wait(PAUSE, context.signal)
  await progress(50, 100)
  await context.clock.wait(PAUSE, context.signal)
  await progress(100, 100)
  return { content: [text('Progress was reported')] }
}

async function logThrice({ context, log }: ToolCall) {
  await log('info', 'Tool execution started')
  await context.clock.wait(PAUSE, context.signal)
  await log('info', 'Tool processing data')
  await context.clock.wait(PAUSE, context.signal)
  await log('info', 'Tool execution completed')
  return { content: [text('Three messages were logged')] }
}
