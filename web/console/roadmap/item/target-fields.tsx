import type { TargetDelivery } from '#i18n/format.ts'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { formatQuarter, quarterOf, upcomingQuarters } from '../target-delivery.ts'

const precisions = ['none', 'quarter', 'date'] as const

/** Sets the target of an item. The style sheet shows the field for the chosen precision, even without script. */
export function TargetFields({ target, today }: { target: TargetDelivery | null; today: string }) {
  const quarter = target?.precision === 'quarter' ? quarterOf(target.date) : undefined
  return (
    <div className="target-fields">
      <RadioGroup
        name="targetDelivery.precision"
        legend={messages.target}
        look="segments"
        defaultValue={target?.precision ?? 'none'}
        options={precisions.map((value) => ({ value, label: messages.targetPrecisions[value] }))}
      />
      {quarter && <input type="hidden" name="kept" value={target?.date} />}
      <div data-precision="quarter">
        <Field name="targetDelivery.quarter" label={messages.quarterLabel} hideLabel>
          <Select
            defaultValue={quarter ?? quarterOf(today)}
            options={upcomingQuarters(today, quarter).map((value) => ({ value, label: formatQuarter(value) }))}
          />
        </Field>
      </div>
      <div data-precision="date">
        <Field name="targetDelivery.date" label={messages.dateLabel} hideLabel>
          <TextInput type="date" defaultValue={target?.precision === 'date' ? target.date : ''} />
        </Field>
      </div>
    </div>
  )
}
