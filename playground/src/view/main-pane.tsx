/** The main pane: the view of the current selection. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { selection } from '../state/selection.ts'
import { pendingRequests } from '../state/server-requests.ts'
import { focusView } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { Faults } from './faults.tsx'
import { PromptView } from './prompt.tsx'
import { Questions } from './questions.tsx'
import { ResourceView } from './resource.tsx'
import { ScriptedModel } from './scripted-model.tsx'
import { ServerView } from './server.tsx'
import { TemplateView } from './template.tsx'
import { ToolView } from './tool.tsx'

/** The checks and the schemas that they need: loaded when somebody examines a server. */
const ExamineView = lazy(async () => (await import('../examine/view.tsx')).ExamineView)
/** Loaded by the first request of a server. */
const Dialogs = lazy(async () => (await import('./dialogs.tsx')).Dialogs, { isQuiet: true })
const SignInView = lazy(async () => (await import('../sign-in/view.tsx')).SignInView)

export function MainPane(): JSX.Element {
  const { value } = selection
  // After each move the keyboard goes on from the new heading.
  useEffect(focusView, [JSON.stringify(value)])
  return (
    <section class="pane main-pane" aria-label="Main">
      <Questions />
      {pendingRequests.value.length > 0 && <Dialogs />}
      <SelectedView />
    </section>
  )
}

function SelectedView(): JSX.Element {
  const { value } = selection
  switch (value.kind) {
    case 'tool':
      return <ToolView key={value.name} name={value.name} />
    case 'resource':
      return <ResourceView key={value.uri} uri={value.uri} />
    case 'template':
      return <TemplateView key={value.uriTemplate} uriTemplate={value.uriTemplate} />
    case 'prompt':
      return <PromptView key={value.name} name={value.name} />
    case 'faults':
      return <Faults />
    case 'examine':
      return <ExamineView />
    case 'model':
      return <ScriptedModel />
    case 'sign-in':
      return <SignInView />
    default:
      return <ServerView />
  }
}
