import type { PortalSettings } from '#server/portal/settings/settings.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

const fields = ['privacyUrl', 'termsUrl', 'imprintUrl'] as const

/** Renders the addresses of the workspace’s legal pages. */
export const LegalCard = ({ portal }: { portal: PortalSettings }) => (
  <Card title={messages.legal} description={messages.legalText}>
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
  </Card>
)
