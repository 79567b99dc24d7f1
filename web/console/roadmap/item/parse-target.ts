import type { TargetDelivery } from '#i18n/format.ts'
import type { FormInput } from '#server/console/form.ts'
import { isQuarter, quarterBounds } from '#server/roadmap/quarters.ts'
import { quarterOf } from '../target-delivery.ts'

/** Parses the target from a form. The schema rejects a missing date. */
export function parseTargetDelivery(form: FormInput): TargetDelivery | null {
  const precision = form.text('targetDelivery.precision')
  if (precision === 'date') return { precision, date: form.text('targetDelivery.date') }
  if (precision !== 'quarter') return null
  const quarter = form.text('targetDelivery.quarter')
  const storedDate = form.text('kept')
  // Any day can represent its quarter. Keeps the stored one if the quarter is unchanged.
  if (storedDate !== '' && quarterOf(storedDate) === quarter) return { precision, date: storedDate }
  return { precision, date: isQuarter(quarter) ? quarterBounds(quarter).last : '' }
}
