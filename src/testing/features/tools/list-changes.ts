/** Tools that change what the server has to offer and tell everybody who listens. */
import { text } from '../content.ts'
import type { Realm } from '../feature-state.ts'
import { input, type Tool } from './tool.ts'

export function changeTools(realm: Realm): Tool[] {
  return [
    listChange(realm, 'test_trigger_tool_change', 'tools'),
    listChange(realm, 'test_trigger_prompt_change', 'prompts'),
    listChange(realm, 'test_trigger_resource_change', 'resources'),
    {
      name: 'test_update_resource',
      description: 'Changes a resource',
      inputSchema: input({ uri: { type: 'string' } }),
      run({ arguments: { uri = 'test://watched-resource' }, peer }) {
        const changed = String(uri)
        const times = (realm.updates.get(changed) ?? 0) + 1
        realm.updates.set(changed, times)
        peer.announce('notifications/resources/updated', { uri: changed })
        return { content: [text(`${changed} changed for the ${times}. time`)] }
      },
    },
  ]
}

/** Lets the extra item of a list come or go. */
function listChange(realm: Realm, name: string, list: keyof Realm['extra']): Tool {
  return {
    name,
    description: `Adds one of the ${list}, or takes it away again`,
    inputSchema: input(),
    run({ peer }) {
      realm.extra[list] = !realm.extra[list]
      peer.announce(`notifications/${list}/list_changed`)
      return { content: [text(`The list of ${list} has changed`)] }
    },
  }
}
