import type { FormInput } from '#server/console/form.ts'
import { isQuarter, quarterBounds } from '#server/roadmap/quarters.ts'
import { quarterOf, type TargetDelivery } from '../target-delivery.ts'

/** The target that a form says. What is missing in it is left for the schema to refuse. */
export function parseTargetDelivery(form: FormInput): TargetDelivery | null {
  const precision = form.text('targetDelivery.precision')
  if (precision === 'date') return { precision, date: form.text('targetDelivery.date') }
  if (precision !== 'quarter') return null
  const quarter = form.text('targetDelivery.quarter')
  const kept = form.text('kept')
  // Any day may stand for its quarter; the one that does is not changed for another of the same quarter.
  if (kept !== '' && quarterOf(kept) === quarter) return { precision, date: kept }
  return { precision, date: isQuarter(quarter) ? quarterBounds(quarter).last : '' }
}
