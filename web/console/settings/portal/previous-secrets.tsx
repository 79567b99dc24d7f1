import type { PortalSecret } from '#server/portal/settings/sso-secrets.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'

interface OldSecretsProps {
  old: PortalSecret[]
  now: string
  zone: string
}

/** Those that were replaced and are still good, each with its end. */
export function OldSecrets({ old, now, zone }: OldSecretsProps) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-13">{words.replaced}</h3>
      <ul className="flex flex-col gap-2">
        {old.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-13">
            <span>
              {words.goodUntil} {expiresAt && <DateText value={expiresAt} zone={zone} clock />}
              <span className="text-muted">
                {' '}
                · {words.madeAt} <Time value={createdAt} now={now} zone={zone} />
              </span>
            </span>
            <Button size="sm" look="danger-quiet" opens={`end-${id}`}>
              {words.end}
            </Button>
            <ConfirmDialog
              id={`end-${id}`}
              intent="end-secret"
              fields={{ id }}
              title={words.endTitle}
              description={words.endText}
              confirm={words.endConfirm}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
