/** All steps of the sign-in to the shown server, in order. */
import type { JSX } from 'preact'
import { chosen } from '../state/servers.ts'
import type { Target } from '../state/target.ts'
import { StepCard } from './card.tsx'
import { stepsOf } from './steps.ts'

export function Steps({ target, hasTokens }: { target: Target; hasTokens: boolean }): JSX.Element {
  const { wire } = chosen.value
  void wire.version.value
  const steps = stepsOf(wire.rows, { target, hasTokens })
  return (
    <ol class="steps" aria-label="Steps of the sign-in">
      {steps.map((step) => (
        <StepCard key={step.kind} step={step} />
      ))}
    </ol>
  )
}
