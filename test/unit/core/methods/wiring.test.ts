/** The compiler catches a method of the client that is wired to the request of another. */
import { expect, test } from 'vitest'
import { ping } from '../../../../src/core/methods/custom-request.ts'
import { listAllPages } from '../../../../src/core/methods/list-pages.ts'
import { notify, setLoggingLevel } from '../../../../src/core/methods/notify.ts'
import { getPrompt } from '../../../../src/core/methods/prompts.ts'
import { readResource } from '../../../../src/core/methods/resources.ts'
import { callTool } from '../../../../src/core/methods/tools.ts'
import type { Run, Wiring } from '../../../../src/core/wiring.ts'

/** Returns the name under which a method runs. */
const run = ((name: string) => name) as unknown as Run

type Prompts = Pick<Wiring, 'listPrompts'>

test('a method makes its own request', () => {
  const right: Prompts = { listPrompts: () => run('listPrompts', {}, {}, listAllPages<'prompts'>, 'prompts') }
  expect(right.listPrompts()).toBe('listPrompts')
})

test('the request, the list or the name of another method does not compile', () => {
  const none = {}
  const wrong = [
    // @ts-expect-error a tool has all members of a prompt, but another list
    () => run('listPrompts', none, none, listAllPages<'tools'>, 'tools'),
    // @ts-expect-error
    () => run('listPrompts', none, none, listAllPages<'prompts'>, 'tools'),
    // @ts-expect-error
    () => run('listTools', none, none, listAllPages<'prompts'>, 'prompts'),
    // @ts-expect-error
    () => run('listResources', none, none, listAllPages<'resourceTemplates'>, 'resourceTemplates'),
    // @ts-expect-error
    () => run('callTool', none, none, getPrompt, 'name'),
    // @ts-expect-error
    () => run('getPrompt', none, none, readResource, 'name'),
    // @ts-expect-error
    () => run('readResource', none, none, callTool, 'uri'),
    // @ts-expect-error
    () => run('complete', none, none, notify, 'method'),
    // @ts-expect-error
    () => run('ping', none, none, setLoggingLevel, 'info'),
    // @ts-expect-error
    () => run('Ping', none, none, ping),
  ]
  const asOther: Prompts[] = [
    // @ts-expect-error
    { listPrompts: () => run('listTools', none, none, listAllPages<'tools'>, 'tools') },
    // @ts-expect-error
    { listPrompts: () => run('listResources', none, none, listAllPages<'resources'>, 'resources') },
    // @ts-expect-error not by #run
    { listPrompts: () => Promise.resolve([]) as Promise<never[]> },
  ]
  const byOther = run('rootsChanged', none, none, ping)
  // @ts-expect-error
  const pings: Pick<Wiring, 'ping'> = { ping: () => byOther }
  expect([wrong.length, asOther.length, typeof pings]).toEqual([10, 3, 'object'])
})
