import type { PortalDomain } from '#server/portal/domains/domain.ts'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { portalMessages } from '../../messages/settings/portal.ts'

const messages = portalMessages.domain
const tones = { pending: 'warning', verified: 'success', missing: 'danger' } as const

/** Renders the TXT record that proves the custom domain, and whether Heed has found it. */
export function DomainCard({ domain, now, zone }: { domain: PortalDomain; now: string; zone: string }) {
  const { host, state, recordName, recordValue, checkedAt, servedUntil } = domain
  return (
    <Card
      title={messages.title}
      description={messages.about[state]({ host })}
      actions={<Badge tone={tones[state]}>{messages.state[state]}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <DescriptionList
          facts={[
            [messages.name, <Secret key="name" value={recordName} label={messages.copyName} />],
            [messages.value, <Secret key="value" value={recordValue} label={messages.copyValue} />],
            [messages.checkedAt, checkedAt && <Time key="checked" value={checkedAt} zone={zone} now={now} />],
            [messages.servedUntil, servedUntil && <Time key="until" value={servedUntil} zone={zone} now={now} />],
          ]}
        />
        <ActionForm intent="check-domain">
          <SubmitButton look="normal">{messages.check}</SubmitButton>
        </ActionForm>
      </div>
    </Card>
  )
}
