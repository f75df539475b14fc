/** A React page with a login, tools, a running call with progress and cancel, and questions of the server as forms. */
import { oauth } from 'mcp-over-fetch/oauth'
import { popup } from 'mcp-over-fetch/oauth/browser'
import { McpProvider, useMcp, useTool } from 'mcp-over-fetch/react'
import { createMcpStore, type ElicitQuestion, formValues } from 'mcp-over-fetch/store'
import { type FormEvent, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Another address: `?server=…`. */
const url = new URLSearchParams(location.search).get('server') ?? `http://localhost:${location.port}/mcp`
const auth = oauth({
  server: url,
  redirectUri: new URL('callback.html', location.href).href,
  clientMetadata: { client_name: 'Film studio' },
})
const store = createMcpStore(url, { auth })

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <McpProvider store={store}>
      <App />
    </McpProvider>
  </StrictMode>,
)

function App() {
  const { status, reason, error, questions, client, signIn, retry } = useMcp()
  return (
    <main>
      <header>
        <h1>Film studio</h1>
        <span className={`status ${status}`}>{status}</span>
      </header>
      {status === 'needs-user' && (
        <section>
          <p>
            {reason === 'denied'
              ? 'You did not allow access. Sign in to try again.'
              : 'Please sign in to use the studio.'}
          </p>
          <button type="button" onClick={() => signIn(popup())}>
            Sign in
          </button>
        </section>
      )}
      {status === 'failed' && (
        <section>
          <p className="error">{String(error)}</p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </section>
      )}
      {questions.map((question) => question.type === 'elicit' && <Question key={question.id} question={question} />)}
      {client && status !== 'needs-user' && (
        <>
          <Tool name="render" args={{ scene: 'teapot' }} />
          <Tool name="publish" args={{ film: 'the film of the teapot' }} />
          <button type="button" className="plain" onClick={() => auth.signOut()}>
            Sign out
          </button>
        </>
      )}
    </main>
  )
}

function Tool({ name, args }: { name: string; args: object }) {
  const { tool, call, pending, progress, result, error, cancel } = useTool(name)
  const [block] = result?.content ?? []
  if (!tool) return null
  return (
    <section id={name}>
      <h2>{tool.title ?? tool.name}</h2>
      <p>{tool.description}</p>
      {pending && <progress value={progress?.progress} max={progress?.total} aria-label={progress?.message} />}
      {pending ? (
        <button type="button" className="plain" onClick={cancel}>
          Cancel {progress?.message}
        </button>
      ) : (
        <button type="button" onClick={() => call(args)}>
          Run
        </button>
      )}
      {block?.type === 'text' && <output>{block.text}</output>}
      {error !== undefined && <output className="error">{String(error)}</output>}
    </section>
  )
}

/** A form with the fields that the server asks for. What does not fit is explained beside its field. */
function Question({ question }: { question: ElicitQuestion }) {
  const { request, content } = question
  const [problems, setProblems] = useState<Record<string, string> | undefined>(question.problems)
  const fields = Object.entries((request.requestedSchema?.properties ?? {}) as Record<string, Field>)
  const answer = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = formValues(request.requestedSchema, new FormData(event.currentTarget))
    if (form.problems) setProblems(form.problems)
    else question.answer(form.values)
  }
  return (
    <form onSubmit={answer} noValidate>
      <h2>{request.message}</h2>
      {fields.map(([name, field]) => (
        <label key={name} htmlFor={name}>
          {field.title ?? name} {problems?.[name] && <small>{problems[name]}</small>}
          <Input name={name} field={field} value={content?.[name] ?? field.default} />
        </label>
      ))}
      <button type="submit">Send</button>
      <button type="button" className="plain" onClick={question.decline}>
        Decline
      </button>
    </form>
  )
}

const FORMATS: Record<string, string> = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' }

function Input({ name, field, value }: { name: string; field: Field; value: unknown }) {
  const common = { id: name, name }
  const choices = choicesOf(field.type === 'array' ? (field.items ?? {}) : field)
  if (choices) {
    const isList = field.type === 'array'
    const chosen = isList ? [value ?? []].flat().map(String) : String(value ?? '')
    return (
      <select {...common} multiple={isList} defaultValue={chosen}>
        {!isList && <option value="" />}
        {choices.map(([choice, title]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </select>
    )
  }
  if (field.type === 'boolean') return <input {...common} type="checkbox" defaultChecked={value === true} />
  const isNumber = field.type === 'number' || field.type === 'integer'
  const type = isNumber ? 'number' : (FORMATS[field.format ?? ''] ?? 'text')
  return <input {...common} type={type} step="any" defaultValue={String(value ?? '')} />
}

/** The choices, each with its title. */
function choicesOf({ enum: choices, oneOf, anyOf }: Field): [choice: string, title: string][] | undefined {
  const titled = oneOf ?? anyOf
  return titled?.map((choice) => [choice.const, choice.title]) ?? choices?.map((choice) => [choice, choice])
}

interface Field {
  type?: string
  title?: string
  format?: string
  default?: unknown
  enum?: string[]
  oneOf?: { const: string; title: string }[]
  anyOf?: { const: string; title: string }[]
  items?: Field
}
