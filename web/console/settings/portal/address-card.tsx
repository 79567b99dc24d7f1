import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { DomainPage } from './domain-page.tsx'

/** Renders the custom domain field and the setup that the domain needs outside Heed. */
export function AddressCard({ portal, defaultUrl, publicUrl }: DomainPage) {
  return (
    <Card title={messages.address}>
      <ActionForm intent="save" guard noValidate>
        <Field name="host" label={messages.host} optional help={messages.hostHelp({ url: defaultUrl })}>
          <TextInput
            defaultValue={portal.host ?? ''}
            maxLength={300}
            placeholder="feedback.example.com"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
          />
        </Field>
        <div className="flex flex-col gap-1 text-13 text-muted">
          <p>{messages.hostSteps}</p>
          <ul className="list-disc ps-4">
            <li>{messages.hostProof}</li>
            <li>{messages.hostDns({ server: new URL(publicUrl).hostname })}</li>
            <li>{messages.hostProxy}</li>
          </ul>
          <p>{messages.hostDocs}</p>
        </div>
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
