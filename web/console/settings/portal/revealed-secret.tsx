import { useEffect, useRef } from 'react'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { RevealedSecret } from './sso-card.tsx'

/** The secret itself, until the page is left: it came with the answer of a form. */
export function RevealedSecretNotice({ shown, now, zone }: { shown: RevealedSecret; now: string; zone: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown.id) place.current?.focus()
  }, [shown.id])
  return (
    <div ref={place} tabIndex={-1} role="status" className="flex flex-col gap-2 outline-none">
      <Secret value={shown.secret} label={messages.copySecret} />
      <p className="text-12 text-muted">{messages.shown}</p>
      {shown.oldEndsAt !== undefined && (
        <p className="text-13 text-muted">
          {shown.oldEndsAt > now ? (
            <>
              {messages.oldUntil} <DateText value={shown.oldEndsAt} zone={zone} clock />.
            </>
          ) : (
            messages.oldEnded
          )}
        </p>
      )}
    </div>
  )
}
