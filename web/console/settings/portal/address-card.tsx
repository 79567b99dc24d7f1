import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'

/** A host name of the workspace's own, and what has to be done outside of Heed for it. */
export function AddressCard({ portal, ownAddress, publicUrl }: PortalPage) {
  return (
    <Card title={words.address}>
      <div className="form">
        <Field name="host" label={words.host} optional help={words.hostHelp(ownAddress)}>
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
          <p>{words.hostSteps}</p>
          <ul className="list-disc ps-4">
            <li>{words.hostDns(new URL(publicUrl).hostname)}</li>
            <li>{words.hostProxy}</li>
          </ul>
          <p>{words.hostDocs}</p>
        </div>
      </div>
    </Card>
  )
}
