/** What the tools of the chaos servers do; every server of `test/chaos/servers` registers them in its own way. */
const control = globalThis.process?.env?.CHAOS_CONTROL

/** The arguments of `work`, as JSON Schema. */
export const workSchema = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    steps: { type: 'number' },
    pause: { type: 'number' },
    hold: { type: 'boolean' },
  },
  required: ['key', 'steps', 'pause', 'hold'],
}

/** The same for the SDKs that take schemas of zod. */
export function workShape(z) {
  return { key: z.string(), steps: z.number(), pause: z.number(), hold: z.boolean() }
}

/**
 * Counts the execution, reports progress `steps` times, with `hold` waits until the test says so, and answers.
 * `origin` is the control of the tests, where the environment does not name it.
 */
export async function work({ key, steps, pause, hold }, report, origin = control) {
  await tell(origin, 'started', key)
  for (let step = 1; step <= steps; step++) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    await report(step, steps)
  }
  if (hold) await tell(origin, 'hold', key)
  return `${key} half of the answer ${'.'.repeat(300)} ${key} end`
}

async function tell(origin, what, key) {
  const response = await fetch(`${origin}/${what}?key=${encodeURIComponent(key)}`, { method: 'POST' })
  await response.arrayBuffer()
}
