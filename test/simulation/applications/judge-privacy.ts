/** Private answers are shown only to the user they were given to, also from a cache that two tabs share. */
import type { ApplicationEvidence } from './evidence.ts'

export function* judgePrivacy({ tabs, users }: ApplicationEvidence): Iterable<string> {
  for (const { operations } of tabs) {
    for (const { plan, result, startedAt, settledAt } of operations) {
      const [, owner] = / for (\w+), \d+$/.exec(plan.kind === 'read' ? (result?.text ?? '') : '') ?? []
      if (owner === undefined) continue
      const present = users
        .filter(({ at }, index) => at <= settledAt && (users[index + 1]?.at ?? settledAt) >= startedAt)
        .map(({ user }) => user)
      if (!present.includes(owner)) yield `${plan.tag} was shown what is private to ${owner}`
    }
  }
}
