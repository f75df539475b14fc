/** Tools that change a list or a resource of the server and notify every listening client. */
import { text } from '../../../../src/testing/features/content.ts'
import { input, type Tool } from '../../../../src/testing/features/tool.ts'
import type { ContentState } from '../content-state.ts'

export function listChangeTools(state: ContentState): Tool[] {
  return [
    listChange(state, 'test_trigger_tool_change', 'tools'),
    listChange(state, 'test_trigger_prompt_change', 'prompts'),
    listChange(state, 'test_trigger_resource_change', 'resources'),
    {
      name: 'test_update_resource',
      description: 'Changes a resource',
      inputSchema: input({ uri: { type: 'string' } }),
      run({ arguments: { uri = 'test://watched-resource' }, context }) {
        const changed = String(uri)
        const times = (state.updates.get(changed) ?? 0) + 1
        state.updates.set(changed, times)
        context.broadcast('notifications/resources/updated', { uri: changed })
        return { content: [text(`${changed} changed for the ${times}. time`)] }
      },
    },
  ]
}

/** Adds the extra item of a list, or removes it again. */
function listChange(state: ContentState, name: string, list: keyof ContentState['extra']): Tool {
  return {
    name,
    description: `Adds one of the ${list}, or takes it away again`,
    inputSchema: input(),
    run({ context }) {
      state.extra[list] = !state.extra[list]
      context.broadcast(`notifications/${list}/list_changed`)
      return { content: [text(`The list of ${list} has changed`)] }
    },
  }
}
