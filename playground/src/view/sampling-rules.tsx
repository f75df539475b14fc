/** How sampling requests are answered: by the user, or by rules. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { findRuleProblem, samplingExample } from '../state/sampling-rules.ts'
import { samplingRules } from '../state/server-requests.ts'
import { Choice } from './choice.tsx'

export function SamplingRules(): JSX.Element {
  const isScripted = useSignal(samplingRules.value !== '')
  const problem = findRuleProblem(samplingRules.value)
  return (
    <section class="card sampling-rules" aria-label="Sampling">
      <h3>Sampling</h3>
      <Choice
        label="Sampling requests"
        value={isScripted.value ? 'rules' : 'hand'}
        change={(next) => {
          isScripted.value = next === 'rules'
          samplingRules.value = next === 'rules' ? samplingExample : ''
        }}
        options={{ hand: 'Ask me', rules: 'Answer by rules' }}
      />
      {isScripted.value && (
        <label class="wide">
          <span>Rules</span>
          <textarea
            rows={4}
            spellcheck={false}
            aria-invalid={problem ? 'true' : undefined}
            placeholder={samplingExample}
            value={samplingRules.value}
            onInput={({ currentTarget }) => (samplingRules.value = currentTarget.value)}
          />
          {problem ? (
            <span class="problem" role="alert">
              {problem}
            </span>
          ) : (
            <span class="hint">
              One per line: reply …, echo or ask. With "if words:" a rule applies only to prompts with these words. The
              first rule that applies answers; without one, you are asked.
            </span>
          )}
        </label>
      )}
    </section>
  )
}
