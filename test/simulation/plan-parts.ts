/** The parts of a plan, each with a name: a run can be repeated with some of them only. */
import type { ApplicationPlan } from './applications/plan.ts'
import type { CallPlan } from './calls/plan.ts'
import type { EraPlan } from './eras/plan.ts'
import type { Exchange } from './network/exchange.ts'
import type { Fault, FaultPlan } from './network/faults.ts'

export interface PlanParts {
  names: ReadonlySet<string>
  /** The faults of the whole run, by their names. */
  faults: ReadonlyMap<string, Fault>
}

/** Returns the plan with the parts for which `keeps` is true; it is asked for each. */
export type ReducePlan<Plan> = (plan: Plan, keeps: (name: string) => boolean) => Plan

/** All parts of a plan, and of the run that was made by it. */
export function partsOf<Plan>(plan: Plan, reduce: ReducePlan<Plan>, exchanges: readonly Exchange[]): PlanParts {
  const faults = new Map(exchanges.flatMap(({ drawn }) => (drawn ? [drawn] : [])))
  const names = new Set<string>()
  reduce(plan, (name) => names.add(name) !== undefined)
  return { names: new Set([...names, ...faults.keys()]), faults }
}

/** Returns the plan with these parts only, or the whole. */
export function keepParts<Plan extends { faults: FaultPlan }>(
  plan: Plan,
  reduce: ReducePlan<Plan>,
  parts: PlanParts | undefined,
): Plan {
  if (!parts) return plan
  const kept = new Map([...parts.faults].filter(([name]) => parts.names.has(name)))
  return { ...reduce(plan, (name) => parts.names.has(name)), faults: { ...plan.faults, kept } }
}

export const reduceCallPlan: ReducePlan<CallPlan> = (plan, keeps) => ({
  ...plan,
  calls: plan.calls.filter(({ tag }) => keeps(tag)),
  acts: plan.acts.filter((_, index) => keeps(`act-${index}`)),
  closeAt: plan.closeAt !== undefined && keeps('close') ? plan.closeAt : undefined,
})

export const reduceEraPlan: ReducePlan<EraPlan> = (plan, keeps) => ({
  ...plan,
  operations: plan.operations.filter(({ tag }) => keeps(tag)),
  listeners: plan.listeners.filter((_, index) => keeps(`listener-${index}`)),
  otherReads: plan.otherReads.filter((_, index) => keeps(`other-read-${index}`)),
  acts: plan.acts.filter((_, index) => keeps(`act-${index}`)),
  closeAt: plan.closeAt !== undefined && keeps('close') ? plan.closeAt : undefined,
})

export const reduceApplicationPlan: ReducePlan<ApplicationPlan> = (plan, keeps) => ({
  ...plan,
  // The first tab stays, since the others are counted from it.
  tabs: plan.tabs
    .filter((_, index) => index === 0 || keeps(`tab-${index}`))
    .map(({ operations, callsFrom, listens, closeAt }, index) => ({
      operations: operations.filter(({ tag }) => keeps(`call-${tag}`)),
      callsFrom: callsFrom.filter((callback) => keeps(`calls-from-${callback}-${index}`)),
      listens: listens && keeps(`listener-${index}`),
      closeAt: closeAt !== undefined && keeps(`close-${index}`) ? closeAt : undefined,
    })),
  views: plan.views.filter((kind) => keeps(`view-${kind}`)),
  acts: plan.acts.filter((_, index) => keeps(`act-${index}`)),
})
