import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'

/** A host name of the workspace's own, and what has to be done outside of Heed for it. */
export function AddressCard({ portal, ownAddress, publicUrl }: PortalPage) {
  return (
    <Card title={messages.address}>
      <div className="form">
        <Field name="host" label={messages.host} optional help={messages.hostHelp(ownAddress)}>
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
            <li>{messages.hostDns(new URL(publicUrl).hostname)}</li>
            <li>{messages.hostProxy}</li>
          </ul>
          <p>{messages.hostDocs}</p>
        </div>
      </div>
    </Card>
  )
}
