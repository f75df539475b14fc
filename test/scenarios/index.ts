/** Every scenario, topic by topic. */
import { cache } from './cache/index.ts'
import { call } from './call/index.ts'
import { connect } from './connect/index.ts'
import { continuation } from './continuation/index.ts'
import { diagnosis } from './diagnosis/index.ts'
import { discover } from './discover/index.ts'
import { drain } from './drain/index.ts'
import { errors } from './errors/index.ts'
import { events } from './events/index.ts'
import { features } from './features/index.ts'
import { fetch } from './fetch/index.ts'
import { group } from './group/index.ts'
import { headers } from './headers/index.ts'
import { hostile } from './hostile/index.ts'
import { httpSse } from './http-sse/index.ts'
import { input } from './input/index.ts'
import { keepalive } from './keepalive/index.ts'
import { listen } from './listen/index.ts'
import { modern } from './modern/index.ts'
import { negotiation } from './negotiation/index.ts'
import { oauth } from './oauth/index.ts'
import { relay } from './relay/index.ts'
import { resume } from './resume/index.ts'
import type { Scenario } from './scenario.ts'
import { session } from './session/index.ts'
import { skills } from './skills/index.ts'
import { snapshot } from './snapshot/index.ts'
import { storage } from './storage/index.ts'
import { store } from './store/index.ts'
import { stream } from './stream/index.ts'
import { tape } from './tape/index.ts'
import { tasks } from './tasks/index.ts'
import { tools } from './tools/index.ts'
import { transport } from './transport/index.ts'

/** The scenarios of each folder. */
export const topics: Readonly<Record<string, readonly Scenario[]>> = {
  connect,
  negotiation,
  fetch,
  headers,
  call,
  stream,
  drain,
  resume,
  session,
  keepalive,
  'http-sse': httpSse,
  modern,
  features,
  input,
  continuation,
  listen,
  cache,
  tasks,
  tools,
  skills,
  discover,
  snapshot,
  storage,
  store,
  group,
  transport,
  errors,
  events,
  diagnosis,
  oauth,
  relay,
  hostile,
  tape,
}

export const scenarios: readonly Scenario[] = Object.values(topics).flat()
