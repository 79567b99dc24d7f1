import { formatTargetDelivery } from '#i18n/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../../ui/forms/choice.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../../ui/forms/text-input.tsx'
import { uiMessages } from '../../../../ui/messages.ts'
import { closeDialogProps, Dialog } from '../../../../ui/overlays/dialog.tsx'
import { roadmapStatusLabels } from '../../../messages/labels.ts'
import { roadmapItemMessages as messages } from '../../../messages/requests/detail.ts'
import { NotifyOptions } from '../../../notify/notify-options.tsx'
import type { RequestDetail } from '../load.ts'
import { roadmapItemDialogId } from '../load-on-use-ids.ts'
import { upcomingQuarterTargets } from '../quarter-targets.ts'

/** Puts the request on the roadmap, or edits the status and target of its item. */
export function RoadmapItemDialog({ item, mail, now }: Pick<RequestDetail, 'item' | 'mail'> & { now: string }) {
  const target = item?.targetDelivery ?? null
  const chosenQuarter = target?.precision === 'quarter' ? target.date : null
  const quarters = upcomingQuarterTargets(now, chosenQuarter)
  return (
    <Dialog
      id={roadmapItemDialogId}
      title={item ? messages.changeTitle : messages.promote}
      description={item ? messages.changeWhy : messages.promoteWhy}
      intent="promote"
    >
      <ActionForm intent="promote" fields={item ? { isOnRoadmap: '' } : {}} className="plan-form">
        <Field name="status" label={messages.status}>
          <Select
            defaultValue={item?.status ?? 'planned'}
            options={Object.entries(roadmapStatusLabels).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <RadioGroup
          name="precision"
          legend={messages.target}
          look="segments"
          defaultValue={target?.precision ?? 'none'}
          options={[
            { value: 'none', label: messages.noTarget },
            { value: 'quarter', label: messages.byQuarter },
            { value: 'date', label: messages.byDate },
          ]}
        />
        <div className="plan-quarter">
          <Field name="quarter" label={messages.quarter}>
            <Select
              defaultValue={chosenQuarter ?? quarters[0]!.date}
              options={quarters.map((quarter) => ({ value: quarter.date, label: formatTargetDelivery(quarter) }))}
            />
          </Field>
        </div>
        <div className="plan-date">
          <Field name="date" label={messages.date}>
            <TextInput type="date" defaultValue={target?.precision === 'date' ? target.date : now.slice(0, 10)} />
          </Field>
        </div>
        <NotifyOptions recipients={mail.stages} byDefault={mail.notifies.notifiesStages} />
        <FormActions>
          <Button {...closeDialogProps(roadmapItemDialogId)}>{uiMessages.cancel}</Button>
          <SubmitButton>{item ? messages.save : messages.promote}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Dialog>
  )
}
