/** Scenarios that can run only in browsers, or only elsewhere. */
import type { RuntimeName, Scenario } from '../scenario.ts'

type Runs = NonNullable<Scenario['runs']>

export const onlyInBrowsers = (reason: string): Runs => ({
  except: { node: reason, workerd: reason, deno: reason, bun: reason },
})

export const notInBrowsers = (reason: string): Runs => ({
  except: { chromium: reason, firefox: reason, webkit: reason },
})

export const isBrowser = (runtime: RuntimeName): boolean => /chromium|firefox|webkit/.test(runtime)
