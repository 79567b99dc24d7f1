import { useState } from 'react'
import type { Audience } from '#server/notifications/announcements/audience.ts'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { describePlannedMail, planMessages as messages, publishMessages } from '../../messages/changelog.ts'
import { NotifyOptions } from '../../notify/notify-options.tsx'
import { useRecipients } from '../../notify/use-recipients.ts'
import type { LinkedRequest } from '../linkable-requests.ts'
import { listFilters } from '../publish/audience-field.tsx'
import { useReached } from '../publish/use-reached.ts'
import type { EditorData } from './load.ts'

interface PlanFieldsProps {
  data: EditorData
  /** The requests that the form links. */
  linked: LinkedRequest[]
  /** Whether the form has a schedule in the future, without which there is no one to count. */
  isScheduled: boolean
}

/** Renders the fields of a publication plan: whom it emails, and whether it completes the linked requests. */
export function PlanFields({ data, linked, isScheduled }: PlanFieldsProps) {
  const { home, plan, notifiesStages, recipients, sendsMail } = data
  const [audience, setAudience] = useState(plan.audience)
  const [completes, setCompletes] = useState(plan.completion !== null)
  const isCounted = isScheduled && audience !== 'everyone' && audience !== 'nobody'
  const reached = useReached(home, isCounted ? audience : null, audience === 'asked' ? linked.map(({ id }) => id) : [])
  const openIds = linked.filter(({ isCompletable }) => isCompletable).map(({ id }) => id)
  const asking = useRecipients(home, { ids: isScheduled && completes ? openIds : [], kind: 'stages' })
  const count = audience === 'everyone' ? recipients : audience === 'nobody' ? 0 : (reached?.recipients ?? null)
  const isMailed = sendsMail && count !== 0
  return (
    <div className="flex flex-col gap-3">
      <Field
        name="audience"
        label={messages.audience}
        help={isScheduled ? describePlannedMail(audience, count, sendsMail) : undefined}
      >
        <Select
          options={audienceOptions(data)}
          defaultValue={plan.audience}
          onChange={({ target }) => setAudience(target.value as Audience)}
        />
      </Field>
      <div className={linked.length === 0 && !completes ? 'hidden noscript:block' : undefined}>
        <Checkbox
          name="completesLinked"
          label={messages.completesLinked}
          help={messages.completesLinkedHelp}
          defaultChecked={plan.completion !== null}
          onChange={({ target }) => setCompletes(target.checked)}
        />
        <div className={completes ? 'mt-2' : 'mt-2 hidden noscript:block'}>
          {/* People who get the announcement would otherwise get two messages about one thing. */}
          <NotifyOptions
            recipients={openIds.length === 0 ? null : asking}
            byDefault={plan.completion?.notify ?? (notifiesStages && !isMailed)}
            defaultNote={plan.completion?.note ?? ''}
          />
          {isMailed && asking?.count !== 0 && (
            <p className="mt-2 text-12 text-muted">{publishMessages.completeLinkedAlso}</p>
          )}
        </div>
      </div>
    </div>
  )
}

const audienceOptions = ({ plan, boards, tags }: EditorData) => [
  { value: 'everyone', label: messages.everyone },
  { value: 'asked', label: messages.asked },
  { value: 'nobody', label: messages.nobody },
  ...listFilters({ boards, tags, chosen: plan.audience.includes(':') ? plan.audience : null }),
]
