/** The steps of a scripted model as lines of text: a tool and its arguments, or an answer. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'

export type Step = { tool: string; args: Record<string, unknown> } | { answer: string }

/** Why a line is no step, as a sentence; else the steps. Empty lines are left out. */
export function readSteps(text: string): { steps: Step[] } | { problem: string } {
  const steps: Step[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, answer] = /^\s*answer:\s*(.+)$/i.exec(line) ?? []
    const [, tool, json = '{}'] = /^\s*([^\s{]+)\s*(\{.*\})?\s*$/.exec(line) ?? []
    const args = parseJson(json)
    if (answer !== undefined) steps.push({ answer })
    else if (tool && isObject(args)) steps.push({ tool, args })
    else
      return {
        problem: `Line ${index + 1} is no step: write a tool and its arguments as JSON on one line, such as echo {"text":"hi"}, or "answer: …".`,
      }
  }
  return steps.length > 0 ? { steps } : { problem: 'Write at least one step.' }
}
