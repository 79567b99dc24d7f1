import { Checkbox } from '../../../ui/forms/choice.tsx'
import { FieldSet } from '../../../ui/forms/field.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'

interface LabelCheckboxesProps {
  labels: { id: string; name: string }[]
  chosen: string[]
}

/** Lists the chosen labels first, so that they stay visible in a long list. */
export function LabelCheckboxes({ labels, chosen }: LabelCheckboxesProps) {
  const first = labels.filter(({ id }) => chosen.includes(id))
  const rest = labels.filter(({ id }) => !chosen.includes(id))
  // The list holds at most 250 labels, so a chosen one may be missing from it.
  const unlisted = chosen.filter((id) => !labels.some((label) => label.id === id)).map((id) => ({ id, name: id }))
  const all = [...first, ...unlisted, ...rest]
  return (
    <FieldSet legend={messages.labels}>
      <input type="hidden" name="offersLabels" value="" />
      {all.length === 0 && <p className="field-help">{messages.noLabels}</p>}
      {all.length > 0 && (
        <div className="sending-labels">
          {all.map(({ id, name }) => (
            <Checkbox key={id} name="labelIds" value={id} label={name} defaultChecked={chosen.includes(id)} />
          ))}
        </div>
      )}
    </FieldSet>
  )
}
