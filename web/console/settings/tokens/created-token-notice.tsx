import { useEffect, useRef } from 'react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { buildCurlExample } from './curl.ts'

export interface CreatedToken {
  name: string
  key: string
  scopes: string[]
  /** Of the token that it takes the place of. */
  oldEndsAt?: string
}

interface CreatedTokenNoticeProps {
  issued: CreatedToken
  publicUrl: string
  here: string
  now: string
  zone: string
}

/** The token itself, this once: it came with the answer of the form and is kept nowhere. */
export function CreatedTokenNotice({ issued, publicUrl, here, now, zone }: CreatedTokenNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { command, note } = buildCurlExample(publicUrl, issued.key, issued.scopes)
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Card title={messages.issued(issued.name)} description={messages.issuedText}>
        <div className="flex flex-col gap-4">
          <Secret value={issued.key} label={messages.copyToken} />
          {issued.oldEndsAt !== undefined && (
            <p className="text-13 text-muted">
              {issued.oldEndsAt > now ? (
                <>
                  {messages.oldUntil} <DateText value={issued.oldEndsAt} zone={zone} clock />.
                </>
              ) : (
                messages.oldEnded
              )}
            </p>
          )}
          <div className="flex flex-col gap-2">
            <h3 className="font-medium text-13">{messages.tryIt}</h3>
            <Secret value={command} label={messages.copyCurl} block />
            {note !== null && (
              <p className="text-12 text-muted">{note === 'write' ? messages.tryWrite : messages.tryWithId}</p>
            )}
          </div>
          <div>
            <LinkButton to={here} replace>
              {messages.finished}
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}
