import type { CustomerUsage } from '#server/customers/tracking/usage.ts'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { customersMessages } from '../../messages/customers.ts'

const words = customersMessages.use

// From here on somebody should look at the plan.
const nearlyFull = 0.9

/** How much of the plan is used: quiet, until there is little left. */
export function PlanUsage({ plan, used, max }: CustomerUsage & { max: number }) {
  const tone = used >= max ? 'danger' : used >= max * nearlyFull ? 'warning' : 'accent'
  return (
    <>
      <ProgressBar label={words.label(plan)} value={used} max={max} text={words.of(used, max)} tone={tone} />
      {used >= max && <p className="mt-1 text-12 text-danger-ink">{words.full}</p>}
    </>
  )
}
