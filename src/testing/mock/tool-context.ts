/** Creates what a tool may use while it runs. */
import type { CreateMessageResult, ElicitResult, Root } from '../../types/client-features.ts'
import { elicit, elicitUrl, type InputRequest, listRoots, sample } from '../features/input/input-request.ts'
import type { InputRequester } from '../features/input/request-input.ts'
import type { Log } from '../features/logging.ts'
import type { RequestContext } from '../features/request-context.ts'
import type { ToolContext } from './tool.ts'

export interface ContextParts extends Pick<InputRequester, 'requestInput'> {
  context: RequestContext
  log: Log
  progress: ToolContext['progress']
}

export function createToolContext({ context, log, progress, requestInput }: ContextParts): ToolContext {
  const { clock, signal, notify, closeStream, session, version, clientCapabilities } = context
  let asked = 0
  return {
    progress,
    log,
    elicit: (message, properties = {}, required) => ask<ElicitResult>(elicit(message, properties, required)),
    elicitUrl: (message, url) => ask<ElicitResult>(elicitUrl(message, url)),
    sample: (request) => ask<CreateMessageResult>(typeof request === 'string' ? sample(request) : toSample(request)),
    roots: async () => (await ask<{ roots: Root[] }>(listRoots())).roots,
    wait: (milliseconds) => clock.wait(milliseconds, signal),
    signal,
    notify,
    closeStream,
    ...(session !== undefined && { session }),
    version,
    clientCapabilities,
  }

  /** In the stateless era the tool runs again for each answer, so the same question must get the same key. */
  async function ask<Answer>(request: InputRequest): Promise<Answer> {
    asked += 1
    const key = `question-${asked}`
    const answers = await requestInput({ [key]: request }, { withState: true })
    return answers[key] as unknown as Answer
  }
}

function toSample(params: object): InputRequest {
  return { method: 'sampling/createMessage', params: { ...params } }
}
