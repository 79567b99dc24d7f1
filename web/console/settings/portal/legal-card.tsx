import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'

const fields = ['privacyUrl', 'termsUrl', 'imprintUrl'] as const

/** Renders the addresses of the workspace’s legal pages. */
export function LegalCard({ portal }: PortalPage) {
  return (
    <Card title={messages.legal} description={messages.legalText}>
      <ActionForm intent="legal" noValidate>
        <div className="form">
          {fields.map((name) => (
            <Field key={name} name={name} label={messages[name]} optional>
              <TextInput
                type="url"
                defaultValue={portal[name] ?? ''}
                maxLength={2048}
                placeholder="https://"
                autoComplete="off"
              />
            </Field>
          ))}
        </div>
        <FormActions>
          <SubmitButton look="normal">{messages.saveLegal}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
