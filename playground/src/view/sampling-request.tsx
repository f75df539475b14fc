/** The parameters of a sampling request: messages, preferences, limits and the tools that the model may use. */
import type { CreateMessageRequestParams } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { isObject } from '../../../src/core/util/is-object.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { nonEmptyString, toText } from '../ui/json.ts'
import { Text } from '../ui/text.tsx'
import { Contents } from './content.tsx'

export function SamplingRequest({ params }: { params: CreateMessageRequestParams }): JSX.Element {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, includeContext, toolChoice, tools } = params
  const list = Array.isArray(tools) ? tools : []
  return (
    <>
      <DescriptionList
        of={{
          'System prompt': nonEmptyString(systemPrompt),
          'Max tokens': typeof maxTokens === 'number' ? maxTokens : undefined,
          Temperature: typeof temperature === 'number' ? temperature : undefined,
          'Stop sequences': Array.isArray(stopSequences)
            ? stopSequences.map((text) => JSON.stringify(text)).join(', ')
            : undefined,
          Context: nonEmptyString(includeContext),
          'Model preferences': describePreferences(params.modelPreferences),
          'Tool choice': nonEmptyString(toolChoice?.mode),
        }}
      />
      <div class="conversation">
        {(Array.isArray(messages) ? messages : []).slice(0, 100).map(({ role, content }, index) => (
          <div key={index} class={`message role-${role === 'assistant' ? 'assistant' : 'user'}`}>
            <p class="kind">{role === 'assistant' ? 'assistant' : 'user'}</p>
            <Contents of={Array.isArray(content) ? content : [content]} from="the server" />
          </div>
        ))}
      </div>
      {list.length > 0 && (
        <details class="sampling-tools" open>
          <summary>
            Tools for the model <span class="count">{list.length}</span>
          </summary>
          <ul>
            {list.slice(0, 100).map((tool, index) => (
              <li key={index}>
                <code>
                  <Text of={tool?.name} maxLength={100} />
                </code>{' '}
                <Text of={nonEmptyString(tool?.description) ?? ''} maxLength={500} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Names first, then what matters more than the rest. */
function describePreferences(of: unknown): string | undefined {
  if (!isObject(of)) return undefined
  const hints = (Array.isArray(of.hints) ? of.hints : []).map((hint) =>
    isObject(hint) ? toText(hint.name) : toText(hint),
  )
  const priorities = ['costPriority', 'speedPriority', 'intelligencePriority'].flatMap((name) =>
    of[name] === undefined ? [] : [`${name.replace('Priority', '')} ${toText(of[name])}`],
  )
  return [...hints, ...priorities].join(', ') || undefined
}
