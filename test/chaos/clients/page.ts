/** Runs in a page: asks the test for plans, and plays each. A page that the user will leave gets one plan, by its address. */
import { type ClientPlan, type Reach, runClient } from './script.ts'

async function post(path: string, value?: unknown): Promise<Response> {
  return fetch(path, { method: 'POST', body: JSON.stringify(value ?? null) })
}

/** What has happened to the page, in the words of its events. */
const lifecycle: string[] = []
for (const type of ['visibilitychange', 'freeze', 'resume'])
  document.addEventListener(type, () => lifecycle.push(type === 'visibilitychange' ? document.visibilityState : type))
addEventListener('pageshow', ({ persisted }) => persisted && lifecycle.push('restored'))

async function playOne(id: number, plan: ClientPlan): Promise<void> {
  const reach: Reach = async (step) => void (await post(`/reach/${id}`, step))
  const report = await runClient(plan, reach).catch((error) => ({ broken: String(error) }))
  await post(`/done/${id}`, { ...report, lifecycle })
}

async function takePlan(path: string): Promise<void> {
  const response = await post(path)
  const { id, plan } = (await response.json()) as { id: number; plan: ClientPlan }
  void playOne(id, plan)
}

const [, folder, id] = location.pathname.split('/')
if (folder === 'only') await takePlan(`/plan/${id}`)
else for (;;) await takePlan('/next')
