import type { PortalSettings } from '#server/portal/settings/settings.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

const fields = ['allowedDomains', 'allowedEmails'] as const

/** Renders the domains and addresses that may sign in to a private portal. */
export function AllowListCard({ portal }: { portal: PortalSettings }) {
  return (
    <Card title={messages.signIn} description={messages.signInText}>
      <ActionForm intent="allow-list" guard draftKey="settings:allow-list" noValidate>
        <div className="form">
          {fields.map((name) => (
            <Field key={name} name={name} label={messages[name]} optional help={messages[`${name}Help`]}>
              <TextArea
                // Shows the saved entries as the server normalized them.
                key={portal[name].join()}
                defaultValue={portal[name].join('\n')}
                rows={3}
                mono
                spellCheck={false}
                autoCapitalize="none"
              />
            </Field>
          ))}
        </div>
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
