import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { formatQuarter, quarterOf, type TargetDelivery, upcomingQuarters } from '../target-delivery.ts'

const ways = ['none', 'quarter', 'date'] as const

/** When an item is meant to be delivered. The style sheet shows the field of the chosen way, also without script. */
export function TargetFields({ target, today }: { target: TargetDelivery | null; today: string }) {
  const quarter = target?.precision === 'quarter' ? quarterOf(target.date) : undefined
  return (
    <div className="target-fields">
      <RadioGroup
        name="targetDelivery.precision"
        legend={messages.target}
        look="segments"
        defaultValue={target?.precision ?? 'none'}
        options={ways.map((way) => ({ value: way, label: messages.targetWays[way] }))}
      />
      {quarter && <input type="hidden" name="kept" value={target?.date} />}
      <div data-way="quarter">
        <Field name="targetDelivery.quarter" label={messages.quarterLabel} hideLabel>
          <Select
            defaultValue={quarter ?? quarterOf(today)}
            options={upcomingQuarters(today, quarter).map((one) => ({ value: one, label: formatQuarter(one) }))}
          />
        </Field>
      </div>
      <div data-way="date">
        <Field name="targetDelivery.date" label={messages.dateLabel} hideLabel>
          <TextInput type="date" defaultValue={target?.precision === 'date' ? target.date : ''} />
        </Field>
      </div>
    </div>
  )
}
