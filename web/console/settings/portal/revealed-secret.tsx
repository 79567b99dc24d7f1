import { useEffect, useRef } from 'react'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import type { Shown } from './sso-card.tsx'

/** The secret itself, until the page is left: it came with the answer of a form. */
export function ShownSecret({ shown, now, zone }: { shown: Shown; now: string; zone: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown.id) place.current?.focus()
  }, [shown.id])
  return (
    <div ref={place} tabIndex={-1} role="status" className="flex flex-col gap-2 outline-none">
      <Secret value={shown.secret} label={words.copySecret} />
      <p className="text-12 text-muted">{words.shown}</p>
      {shown.oldEndsAt !== undefined && (
        <p className="text-13 text-muted">
          {shown.oldEndsAt > now ? (
            <>
              {words.oldUntil} <DateText value={shown.oldEndsAt} zone={zone} clock />.
            </>
          ) : (
            words.oldEnded
          )}
        </p>
      )}
    </div>
  )
}
