import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Switch } from '../../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { mailMessages as messages } from '../../messages/settings/mail.ts'
import type { MailPage } from './page.tsx'

/** Whether the workspace sends the weekly digest. Each member chooses for themselves elsewhere. */
export function WeeklyDigestCard({ isDigestSent, workspacePath }: MailPage) {
  return (
    <Card title={messages.digest.title} description={messages.digest.text}>
      <ActionForm intent="digest">
        <Switch
          name="sendsWeeklyDigest"
          label={messages.digest.sends}
          help={messages.digest.sendsHelp}
          defaultChecked={isDigestSent}
        />
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
          <LinkButton to={`${workspacePath}/inbox/settings`}>{messages.digest.own}</LinkButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
