/** A React page with a login, tools, a running call with progress and cancel, and questions of the server as forms. */
import { oauth } from 'mcp-over-fetch/oauth'
import { popup } from 'mcp-over-fetch/oauth/browser'
import { McpProvider, useMcp, useTool } from 'mcp-over-fetch/react'
import { createMcpStore, type ElicitQuestion } from 'mcp-over-fetch/store'
import { type FormEvent, StrictMode } from 'react'
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
  const { status, error, questions, signIn, retry } = useMcp()
  return (
    <main>
      <header>
        <h1>Film studio</h1>
        <span className={`status ${status}`}>{status}</span>
      </header>
      {status === 'needs-user' && (
        <section>
          <p>Please sign in to use the studio.</p>
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
      {(status === 'ready' || status === 'reconnecting') && (
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

/** A form with the fields that the server asks for. What does not fit comes back with `problems`. */
function Question({ question }: { question: ElicitQuestion }) {
  const { request, problems, content } = question
  const fields = Object.entries((request.requestedSchema?.properties ?? {}) as Record<string, Field>)
  const answer = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    question.answer(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
  }
  return (
    <form onSubmit={answer}>
      <h2>{request.message}</h2>
      {fields.map(([name, { title = name, enum: choices }]) => (
        <label key={name} htmlFor={name}>
          {title} {problems?.[name] && <small>expected {problems[name]}</small>}
          {choices ? (
            <select id={name} name={name}>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            <input id={name} name={name} defaultValue={String(content?.[name] ?? '')} />
          )}
        </label>
      ))}
      <button type="submit">Send</button>
      <button type="button" className="plain" onClick={question.decline}>
        Decline
      </button>
    </form>
  )
}

interface Field {
  title?: string
  enum?: string[]
}
