import { useEffect, useRef } from 'react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { tokenWords as words } from '../../messages/settings/tokens.ts'
import { curlFor } from './curl.ts'

export interface Issued {
  name: string
  key: string
  scopes: string[]
  /** Of the token that it takes the place of. */
  oldEndsAt?: string
}

interface IssuedTokenProps {
  issued: Issued
  publicUrl: string
  here: string
  now: string
  zone: string
}

/** The token itself, this once: it came with the answer of the form and is kept nowhere. */
export function IssuedToken({ issued, publicUrl, here, now, zone }: IssuedTokenProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { command, note } = curlFor(publicUrl, issued.key, issued.scopes)
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Card title={words.issued(issued.name)} description={words.issuedText}>
        <div className="flex flex-col gap-4">
          <Secret value={issued.key} label={words.copyToken} />
          {issued.oldEndsAt !== undefined && (
            <p className="text-13 text-muted">
              {issued.oldEndsAt > now ? (
                <>
                  {words.oldUntil} <DateText value={issued.oldEndsAt} zone={zone} clock />.
                </>
              ) : (
                words.oldEnded
              )}
            </p>
          )}
          <div className="flex flex-col gap-2">
            <h3 className="font-medium text-13">{words.tryIt}</h3>
            <Secret value={command} label={words.copyCurl} block />
            {note !== null && (
              <p className="text-12 text-muted">{note === 'write' ? words.tryWrite : words.tryWithId}</p>
            )}
          </div>
          <div>
            <LinkButton to={here} replace>
              {words.finished}
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}
