/** What the mock server of this repository offers: tools, prompts, resources and completions for tests. */
import { text } from '../../../src/testing/features/content.ts'
import type { ServerContent } from '../../../src/testing/features/features.ts'
import { createTaskFeatures } from '../../../src/testing/features/tasks/task-features.ts'
import { input, type Tool } from '../../../src/testing/features/tool.ts'
import { suggestForTests } from './completion.ts'
import { createContentState } from './content-state.ts'
import { extraPrompt, testPrompts } from './prompts.ts'
import { extraResource, testResources, testTemplate } from './resources.ts'
import { basicTools } from './tools/basic.ts'
import { contentTools } from './tools/content.ts'
import { inputRequestTools } from './tools/input-requests.ts'
import { inputRequiredTools } from './tools/input-required.ts'
import { listChangeTools } from './tools/list-changes.ts'
import { schemaTools } from './tools/schemas.ts'
import { taskTools } from './tools/tasks.ts'
import { viewResources, viewTools } from './tools/views.ts'

/** The tool that `test_trigger_tool_change` adds and removes. */
const extraTool: Tool = {
  name: 'extra',
  description: 'Comes and goes',
  inputSchema: input(),
  run: () => ({ content: [text('here')] }),
}

export function createTestContent(): ServerContent {
  const state = createContentState()
  const { extra } = state
  const tools = [
    ...contentTools,
    ...basicTools(state),
    ...schemaTools,
    ...inputRequestTools,
    ...inputRequiredTools,
    ...listChangeTools(state),
    ...taskTools,
    ...viewTools,
  ]
  const resources = [...testResources(state), ...viewResources]
  return {
    tools: () => (extra.tools ? [...tools, extraTool] : tools),
    prompts: () => (extra.prompts ? [...testPrompts, extraPrompt] : testPrompts),
    resources: () => (extra.resources ? [...resources, extraResource] : resources),
    templates: () => [testTemplate],
    suggest: suggestForTests,
    createTasks: createTaskFeatures,
  }
}
