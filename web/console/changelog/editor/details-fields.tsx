import { useState } from 'react'
import { Switch } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import { LinkedRequestsField } from './linked-requests-field.tsx'
import type { EditorData } from './load.ts'
import { PlanFields } from './plan-fields.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { TagsField } from './tags-field.tsx'

interface DetailsFieldsProps {
  data: EditorData
  onSchedule: (isScheduled: boolean) => void
}

/** Edits everything except title and text. */
export function DetailsFields({ data, onSchedule }: DetailsFieldsProps) {
  const { entry, home, can } = data
  const [linked, setLinked] = useState(entry.linked)
  return (
    <Card title={editorMessages.details}>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <TagsField key={entry.updatedAt} tags={data.tags} chosen={entry.tagIds} canCreate={can.createTags} />
          <Field name="versionLabel" label={editorMessages.version} optional>
            <TextInput
              defaultValue={entry.versionLabel ?? ''}
              placeholder={editorMessages.versionHint}
              maxLength={64}
            />
          </Field>
          <FieldSet legend={editorMessages.readers}>
            <Switch name="reactionsEnabled" label={editorMessages.reactions} defaultChecked={entry.reactionsEnabled} />
            <Switch name="commentsEnabled" label={editorMessages.comments} defaultChecked={entry.commentsEnabled} />
          </FieldSet>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <LinkedRequestsField
            key={entry.updatedAt}
            home={home}
            linked={entry.linked}
            suggestions={data.suggestions}
            onChange={setLinked}
          />
          {entry.state === 'draft' && (
            <ScheduleField
              key={`${data.schedule.local} ${entry.scheduledTimezone}`}
              home={home}
              schedule={data.schedule}
              at={entry.scheduledPublishAt}
              zones={data.zones}
              plan={(isScheduled) => (
                <PlanFields key={JSON.stringify(data.plan)} data={data} linked={linked} isScheduled={isScheduled} />
              )}
              onChange={onSchedule}
            />
          )}
        </div>
      </div>
    </Card>
  )
}
