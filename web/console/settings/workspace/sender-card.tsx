import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import type { WorkspacePage } from './page.tsx'

export function SenderCard({ workspace }: WorkspacePage) {
  return (
    <Card title={messages.sender} description={messages.senderText}>
      <div className="form">
        <Field
          name="senderName"
          label={messages.senderName}
          optional
          help={messages.senderNameHelp({ name: workspace.name })}
        >
          <TextInput defaultValue={workspace.senderName ?? ''} maxLength={100} dir="auto" />
        </Field>
        <Field name="replyTo" label={messages.replyTo} optional help={messages.replyToHelp}>
          <TextInput type="email" defaultValue={workspace.replyTo ?? ''} maxLength={254} autoComplete="off" />
        </Field>
      </div>
    </Card>
  )
}
