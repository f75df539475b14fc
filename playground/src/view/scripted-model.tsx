/** "Try as a model": somebody writes what a model would do, and sees what it would get back. */
import { useSignal } from '@preact/signals'
import type { Client } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { catalog } from '../state/catalog.ts'
import { readSteps } from '../state/model-steps.ts'
import type { Api, Turn } from '../state/scripted-model.ts'
import { serverName } from '../state/server-name.ts'
import { chosen, servers } from '../state/servers.ts'
import { CodeBlock } from '../ui/highlight.tsx'
import { toJson } from '../ui/json.ts'
import { Choice } from './choice.tsx'
import { ErrorDetails } from './error-details.tsx'

interface Run {
  tools: readonly unknown[]
  turns: readonly Turn[]
  isRunning: boolean
  error?: unknown
}

const apis = { anthropic: 'Anthropic Messages', openai: 'OpenAI Chat Completions' } as const

export function ScriptedModel(): JSX.Element {
  const text = useSignal(firstSteps())
  const api = useSignal<Api>('anthropic')
  const usesAll = useSignal(false)
  const problem = useSignal('')
  const run = useSignal<Run | undefined>(undefined)
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const start = async () => {
    const read = readSteps(text.value)
    problem.value = 'problem' in read ? read.problem : ''
    if ('problem' in read || run.value?.isRunning) return
    const controller = new AbortController()
    stopping.current = controller
    run.value = { tools: [], turns: [], isRunning: true }
    const update = (part: Partial<Run>) => {
      run.value = { ...run.value!, ...part }
    }
    const { runScriptedModel } = await import('../state/scripted-model.ts')
    const running = runScriptedModel({
      api: api.value,
      steps: read.steps,
      clients: clientsOf(usesAll.value),
      signal: controller.signal,
      onTools: (tools) => update({ tools }),
      onTurn: (turn) => update({ turns: [...run.value!.turns, turn] }),
    })
    await running.then(
      () => update({ isRunning: false }),
      (error: unknown) => update({ isRunning: false, ...(!controller.signal.aborted && { error }) }),
    )
  }
  const isRunning = run.value?.isRunning === true
  return (
    <article class="main-body scripted-model">
      <h2>Try as a model</h2>
      <p class="description">
        Write what a model would do. The page makes the calls as an application with this library would
        (mcp-over-fetch/tools) and shows what the model would get back. No model is asked, and no key is needed.
      </p>
      <form
        class="call-form"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <label class="wide">
          <span>Steps of the model, one a line</span>
          <textarea
            rows={4}
            spellcheck={false}
            aria-invalid={problem.value ? 'true' : undefined}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        {problem.value && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="options">
          <Choice label="As the API of" value={api.value} change={(next) => (api.value = next)} options={apis} />
        </div>
        {connected().length > 1 && (
          <label class="check">
            <input
              type="checkbox"
              checked={usesAll.value}
              onChange={({ currentTarget }) => (usesAll.value = currentTarget.checked)}
            />
            With the tools of all open servers, named server__tool
          </label>
        )}
        <p class="row">
          <button type="submit" class="primary" aria-disabled={isRunning}>
            {isRunning ? 'Running…' : 'Run'}
          </button>
          {isRunning && (
            <button type="button" onClick={() => stopping.current?.abort()}>
              Stop
            </button>
          )}
        </p>
      </form>
      {run.value && <Transcript run={run.value} />}
    </article>
  )
}

function Transcript({ run: { tools, turns, error } }: { run: Run }): JSX.Element {
  return (
    <section aria-label="Transcript">
      {tools.length > 0 && (
        <details>
          <summary>
            Tools as the model sees them <span class="count">{tools.length}</span>
          </summary>
          <CodeBlock label="Tools" text={toJson(tools)} />
        </details>
      )}
      <ol class="transcript" aria-live="polite">
        {turns.map(({ from, message }, index) => (
          <li key={index} class={`turn-${from}`}>
            <h3>{from === 'model' ? 'The model' : 'Back to the model'}</h3>
            <CodeBlock
              label={from === 'model' ? 'What the model says' : 'What the model gets'}
              text={toJson(message)}
            />
          </li>
        ))}
      </ol>
      {error !== undefined && <ErrorDetails error={error} />}
    </section>
  )
}

/** A call of the first tool, as an example. */
function firstSteps(): string {
  const [first] = catalog.tools.value.items
  return `${first ? `${first.name} {}\n` : ''}answer: That is all.`
}

const connected = () => servers.value.filter(({ session }) => session.value)

/** Names as models take them. */
function clientsOf(all: boolean): Record<string, Client> {
  const used = all ? connected() : connected().filter(({ id }) => id === chosen.value.id)
  return Object.fromEntries(
    used.map((server) => {
      const name = serverName(server)
        .replace(/[^A-Za-z0-9]+/g, '_')
        .replace(/^_|_$/g, '')
      return [name || `server_${server.id}`, server.session.value!.client]
    }),
  )
}
