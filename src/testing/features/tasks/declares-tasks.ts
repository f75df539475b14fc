/** Whether a client declared the tasks extension. */
import { MISSING_CLIENT_CAPABILITY } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { isObject } from '../../util/is-object.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

/** Throws a ProtocolError that names the extension, if the client did not declare it. */
export function requireTasks(clientCapabilities: Record<string, unknown>): void {
  if (declaresTasks(clientCapabilities)) return
  const requiredCapabilities = { extensions: { [TASKS]: {} } }
  const message = 'The client did not declare the tasks extension'
  throw new ProtocolError(MISSING_CLIENT_CAPABILITY, message, { requiredCapabilities })
}

export function declaresTasks({ extensions }: Record<string, unknown>): boolean {
  return isObject(extensions) && TASKS in extensions
}
