import { useEffect, useRef } from 'react'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { PreviousSecret } from '../secrets/previous-secret.tsx'
import type { RevealedSecret } from './sso-card.tsx'

/** Shows the secret from the response to a form; leaving the page discards it. */
export function RevealedSecretNotice({ revealed, now, zone }: { revealed: RevealedSecret; now: string; zone: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (revealed.id) notice.current?.focus()
  }, [revealed.id])
  return (
    <div ref={notice} tabIndex={-1} role="status" className="flex flex-col gap-2 outline-none">
      <Secret value={revealed.secret} label={messages.copySecret} />
      <p className="text-12 text-muted">{messages.secretWarning}</p>
      <PreviousSecret
        expiresAt={revealed.previousExpiresAt}
        now={now}
        zone={zone}
        until={messages.previousWorksUntil}
        ended={messages.previousEnded}
      />
    </div>
  )
}
