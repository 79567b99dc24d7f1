import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Switch } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

const kinds = [
  { name: 'notifiesStages', ...messages.notifies.stages },
  { name: 'notifiesApprovals', ...messages.notifies.approvals },
  { name: 'notifiesReplies', ...messages.notifies.replies },
  { name: 'notifiesPublications', ...messages.notifies.publications },
] as const

/** Whether acts of the team email people unless a team member chooses otherwise. */
export function NotificationsCard({ notifies }: MailPage) {
  return (
    <Card title={messages.notifies.title} description={messages.notifies.text}>
      <ActionForm intent="notifications">
        {kinds.map(({ name, label, help }) => (
          <Switch key={name} name={name} label={label} help={help} defaultChecked={notifies[name]} />
        ))}
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
