import type { NamedStage } from '#server/workspaces/stage-labels.ts'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { stageLabels as standardNames } from '../../../ui/messages.ts'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import type { WorkspacePage } from './page.tsx'

const fields: [name: string, stage: NamedStage][] = [
  ['labelInReview', 'in_review'],
  ['labelPlanned', 'planned'],
  ['labelInProgress', 'in_progress'],
  ['labelCompleted', 'completed'],
  ['labelClosed', 'closed'],
]

/** Renames the stages for customers. */
export function StageLabelsCard({ stageLabels }: WorkspacePage) {
  return (
    <Card title={messages.stageLabels} description={messages.stageLabelsText}>
      <div className="form">
        {fields.map(([name, stage]) => (
          <Field
            key={name}
            name={name}
            optional
            label={
              <span className="inline-flex items-center gap-2">
                <StageIcon stage={stage} />
                {standardNames[stage]}
              </span>
            }
          >
            <TextInput
              defaultValue={stageLabels[stage] ?? ''}
              placeholder={standardNames[stage]}
              maxLength={40}
              autoComplete="off"
              dir="auto"
            />
          </Field>
        ))}
      </div>
    </Card>
  )
}
