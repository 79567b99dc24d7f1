import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { RadioGroup } from '../../../../ui/forms/choice.tsx'
import { closing, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../../ui/forms/text-input.tsx'
import { words as kit } from '../../../../ui/messages.ts'
import { itemStatuses, planning as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'
import { formatTarget, quartersFrom } from '../target-delivery.ts'

export const planningId = 'plan-request'

/** Puts the request on the roadmap, or changes the status and target of the item that it has. */
export function PlanningDialog({ item, now }: Pick<Detail, 'item'> & { now: string }) {
  const target = item?.targetDelivery ?? null
  const chosenQuarter = target?.precision === 'quarter' ? target.date : null
  const quarters = quartersFrom(now, chosenQuarter)
  return (
    <Dialog
      id={planningId}
      title={item ? words.changeTitle : words.promote}
      description={item ? words.changeWhy : words.promoteWhy}
      intent="promote"
    >
      <ActionForm intent="promote" fields={item ? { isOnRoadmap: '' } : {}} className="plan-form">
        <Field name="status" label={words.status}>
          <Select
            defaultValue={item?.status ?? 'planned'}
            options={Object.entries(itemStatuses).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <RadioGroup
          name="precision"
          legend={words.target}
          look="segments"
          defaultValue={target?.precision ?? 'none'}
          options={[
            { value: 'none', label: words.noTarget },
            { value: 'quarter', label: words.byQuarter },
            { value: 'date', label: words.byDate },
          ]}
        />
        <div className="plan-quarter">
          <Field name="quarter" label={words.quarter}>
            <Select
              defaultValue={chosenQuarter ?? quarters[0]!.date}
              options={quarters.map((one) => ({ value: one.date, label: formatTarget(one) }))}
            />
          </Field>
        </div>
        <div className="plan-date">
          <Field name="date" label={words.date}>
            <TextInput type="date" defaultValue={target?.precision === 'date' ? target.date : now.slice(0, 10)} />
          </Field>
        </div>
        <FormActions>
          <Button {...closing(planningId)}>{kit.cancel}</Button>
          <SubmitButton>{item ? words.save : words.promote}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
