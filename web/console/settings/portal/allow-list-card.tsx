import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'

const fields = ['allowedDomains', 'allowedEmails'] as const

/** Renders the domains and addresses that may sign in to a private portal. */
export function AllowListCard({ portal }: Pick<PortalPage, 'portal'>) {
  return (
    <Card title={messages.signIn} description={messages.signInText}>
      <ActionForm intent="allow-list" noValidate>
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
          <SubmitButton look="normal">{messages.saveAllowList}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
