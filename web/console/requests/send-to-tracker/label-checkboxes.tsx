import { Checkbox } from '../../../ui/forms/choice.tsx'
import { FieldSet } from '../../../ui/forms/field.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'

interface LabelCheckboxesProps {
  labels: { id: string; name: string }[]
  chosen: string[]
}

/** Boxes; those that are chosen first, so that they are seen where there are many. */
export function LabelCheckboxes({ labels, chosen }: LabelCheckboxesProps) {
  const first = labels.filter(({ id }) => chosen.includes(id))
  const rest = labels.filter(({ id }) => !chosen.includes(id))
  // A label that is not among those that were listed stays chosen.
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
