import type { SsoSecret } from '#server/portal/settings/sso-secrets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

interface PreviousSecretsProps {
  secrets: SsoSecret[]
  now: string
  zone: string
}

/** Renders the rotated secrets that still work, each with its expiry. */
export function PreviousSecrets({ secrets, now, zone }: PreviousSecretsProps) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-13">{messages.previousSecrets}</h3>
      <ul className="flex flex-col gap-2">
        {secrets.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-13">
            <span>
              {messages.worksUntil} {expiresAt && <DateText value={expiresAt} zone={zone} clock />}
              <span className="text-muted">
                {' '}
                · {messages.created} <Time value={createdAt} now={now} zone={zone} />
              </span>
            </span>
            <Button size="sm" look="danger-quiet" opens={`end-${id}`}>
              {messages.revoke}
            </Button>
            <ConfirmDialog
              id={`end-${id}`}
              intent="end-secret"
              fields={{ id }}
              title={messages.revokeTitle}
              description={messages.revokeText}
              confirm={messages.revokeConfirm}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
