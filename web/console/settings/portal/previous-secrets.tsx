import type { SsoSecret } from '#server/portal/settings/sso-secrets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'

interface PreviousSecretsProps {
  old: SsoSecret[]
  now: string
  zone: string
}

/** Those that were replaced and are still good, each with its end. */
export function PreviousSecrets({ old, now, zone }: PreviousSecretsProps) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-13">{messages.replaced}</h3>
      <ul className="flex flex-col gap-2">
        {old.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-13">
            <span>
              {messages.goodUntil} {expiresAt && <DateText value={expiresAt} zone={zone} clock />}
              <span className="text-muted">
                {' '}
                · {messages.madeAt} <Time value={createdAt} now={now} zone={zone} />
              </span>
            </span>
            <Button size="sm" look="danger-quiet" opens={`end-${id}`}>
              {messages.end}
            </Button>
            <ConfirmDialog
              id={`end-${id}`}
              intent="end-secret"
              fields={{ id }}
              title={messages.endTitle}
              description={messages.endText}
              confirm={messages.endConfirm}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
