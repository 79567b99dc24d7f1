import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { workspaceWords as words } from '../../messages/settings/workspace.ts'
import type { WorkspacePage } from './page.tsx'

export function MailCard({ workspace }: WorkspacePage) {
  return (
    <Card title={words.mail} description={words.mailText}>
      <div className="form">
        <Field name="senderName" label={words.senderName} optional help={words.senderNameHelp(workspace.name)}>
          <TextInput defaultValue={workspace.senderName ?? ''} maxLength={100} dir="auto" />
        </Field>
        <Field name="replyTo" label={words.replyTo} optional help={words.replyToHelp}>
          <TextInput type="email" defaultValue={workspace.replyTo ?? ''} maxLength={254} autoComplete="off" />
        </Field>
      </div>
    </Card>
  )
}
