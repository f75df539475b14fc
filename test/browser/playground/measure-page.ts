/** `npm run bench:page`: first paint, and the longest tasks with 1,025 tools, 10,000 events and a result of 5 MB. */
import { createFixture } from './fixture.ts'
import { longTasks } from './long-tasks.ts'
import { longestTask } from './longest-task.ts'
import type { PlaygroundPage } from './page-object.ts'
import { startPlainServer } from './plain-server.ts'

const ROUNDS = 5

const fixture = await createFixture()
try {
  const paints: number[] = []
  for (let round = 0; round < ROUNDS; round++) paints.push(await measure(firstPaint))
  print('first contentful paint, ms', paints)
  const frames: number[] = []
  for (let round = 0; round < ROUNDS; round++) frames.push(await measure(frameWithManyEvents))
  print('frame at the 95th percentile while 10,000 events arrive, ms', frames)
  const connects: number[] = []
  for (let round = 0; round < ROUNDS; round++) connects.push(await measure(connectManyTools))
  print('longest task while connecting to 1,025 tools, ms by the clock', connects)
  const storms: number[] = []
  for (let round = 0; round < ROUNDS; round++) storms.push(await measure(taskWithManyEvents))
  print('longest task while 10,000 events arrive, ms by the clock', storms)
  const tasks: number[] = []
  for (let round = 0; round < ROUNDS; round++) tasks.push(await measure(taskWithLargeResult))
  print('longest task with a result of 5 MB, ms of CPU', tasks)
} finally {
  await fixture.close()
}

async function measure(run: (playgroundPage: PlaygroundPage) => Promise<number>): Promise<number> {
  const playgroundPage = await fixture.openPage()
  try {
    return await run(playgroundPage)
  } finally {
    await playgroundPage.close()
  }
}

function print(name: string, values: number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const shown = [sorted[Math.floor(sorted.length / 2)]!, sorted[0]!, sorted.at(-1)!].map((value) => value.toFixed(1))
  console.log(`${name}: median ${shown[0]} (${shown[1]} to ${shown[2]})`)
}

async function firstPaint({ page, locator }: PlaygroundPage): Promise<number> {
  await locator('.preset').first().waitFor()
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
}

async function frameWithManyEvents({ page, connect, locator }: PlaygroundPage): Promise<number> {
  await connect({ preset: '2025-11-25' })
  await locator('.other-views button:has-text("Faults")').click()
  // As text: tsx adds a helper to functions with names, which the page does not have.
  await page.evaluate(
    'globalThis.frameTimes = []; requestAnimationFrame(function next(at) { frameTimes.push(at); requestAnimationFrame(next) })',
  )
  await locator('.faults button:has-text("Storm")').click()
  await locator('.call .outcome.good').waitFor({ timeout: 60_000 })
  const times = await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes)
  const frames = times.slice(1).map((at, index) => at - times[index]!)
  return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)]!
}

async function connectManyTools(playgroundPage: PlaygroundPage): Promise<number> {
  const { connect, locator } = playgroundPage
  const tools = Array.from({ length: 1_025 }, (_, index) => `tool_${index + 1}`)
  const server = await startPlainServer({ tools })
  await locator('.preset').first().waitFor()
  try {
    const [longest] = await longTasks(playgroundPage, async () => {
      await connect({ url: server.url })
      await locator('.tabs button:has-text("1025")').waitFor()
    })
    return longest!
  } finally {
    server.stop()
  }
}

async function taskWithManyEvents(playgroundPage: PlaygroundPage): Promise<number> {
  const { connect, locator } = playgroundPage
  await connect({ preset: '2025-11-25' })
  await locator('.other-views button')
    .filter({ hasText: /Break it|Faults/ })
    .click()
  const [longest] = await longTasks(playgroundPage, async () => {
    await locator('.faults button:has-text("Storm")').click()
    await locator('.call .outcome.good').waitFor({ timeout: 60_000 })
  })
  return longest!
}

async function taskWithLargeResult(playgroundPage: PlaygroundPage): Promise<number> {
  const { connect, call, locator } = playgroundPage
  await connect({ preset: '2025-11-25' })
  return longestTask(playgroundPage, async () => {
    await call('big', { bytes: '5000000' })
    await locator('.outcome.good').waitFor({ timeout: 60_000 })
  })
}
