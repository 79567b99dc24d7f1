import type { CustomerUsage } from '#server/customers/tracking/usage.ts'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { customersMessages as messages } from '../../messages/customers.ts'

// The share of the plan from which the bar warns.
const warningThreshold = 0.9

/** How much of the plan is used. */
export function PlanUsage({ plan, used, max }: CustomerUsage & { max: number }) {
  const tone = used >= max ? 'danger' : used >= max * warningThreshold ? 'warning' : 'accent'
  return (
    <>
      <ProgressBar
        label={messages.plans[plan]}
        value={used}
        max={max}
        text={messages.usage.of({ used, max })}
        tone={tone}
      />
      {used >= max && <p className="mt-1 text-12 text-danger-ink">{messages.usage.full}</p>}
    </>
  )
}
