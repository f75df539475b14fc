/** Everything of one server: its connection, lists, calls, questions, open view and wire. */
import { type Signal, signal } from '@preact/signals'
import { createWireModel, type WireModel } from '../../wire/model.ts'
import type { RecordWriter } from '../../wire/record.ts'
import type { Place } from '../address.ts'
import type { Selection } from '../selection.ts'
import type { Target } from '../target.ts'
import { type Calls, createCalls } from './calls.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import { type Changes, createChanges } from './changes.ts'
import { createConnection, type ServerConnection } from './connection.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import { openViewOnConnect } from './open-view.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createTasks, type Tasks } from './tasks.ts'

export interface Server extends ServerConnection {
  /** Unique among the servers of this browser tab, also after a reload. */
  id: number
  /** What the connection form holds. */
  form: Signal<Target>
  /** The server that was last connected to, or tried; empty before. */
  url: string
  wire: WireModel
  liveness: Liveness
  questions: Questions
  tasks: Tasks
  catalog: Catalog
  changes: Changes
  calls: Calls
  /** The view that the main pane shows. */
  selection: Signal<Selection>
  /** The connection form is shown, also while there is a connection. */
  home: Signal<boolean>
  /** A link that was opened, until somebody connects to its server. */
  link: Signal<Place | undefined>
}

export function createServer(id: number, form: Target, allWires: RecordWriter): Server {
  const wire = createWireModel({ server: id, also: allWires })
  const liveness = createLiveness()
  const questions = createQuestions()
  const tasks = createTasks()
  const connection = createConnection({ wire, questions, liveness, tasks })
  const { session } = connection
  const catalog = createCatalog({ session, silentSince: liveness.silentSince })
  const server: Server = {
    ...connection,
    id,
    form: signal(form),
    url: '',
    wire,
    liveness,
    questions,
    tasks,
    catalog,
    changes: createChanges(session, catalog),
    calls: createCalls({
      session,
      questions,
      tasks,
      wire,
      outputSchemaOf: (name) => catalog.lists.tools.value.items.find((tool) => tool.name === name)?.outputSchema,
    }),
    selection: signal({ kind: 'server' }),
    home: signal(true),
    link: signal(undefined),
  }
  openViewOnConnect(server)
  return server
}
