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
  /** When the previous token expires, after a rotation. */
  previousExpiresAt?: string
}

interface CreatedTokenNoticeProps {
  token: CreatedToken
  publicUrl: string
  pageUrl: string
  now: string
  zone: string
}

/** Shows the token once, from the response to the form. It's stored nowhere. */
export function CreatedTokenNotice({ token, publicUrl, pageUrl, now, zone }: CreatedTokenNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const { command, note } = buildCurlExample(publicUrl, token.key, token.scopes)
  return (
    <div ref={notice} tabIndex={-1} role="status" className="outline-none">
      <Card title={messages.created({ name: token.name })} description={messages.createdText}>
        <div className="flex flex-col gap-4">
          <Secret value={token.key} label={messages.copyToken} />
          {token.previousExpiresAt !== undefined && (
            <p className="text-13 text-muted">
              {token.previousExpiresAt > now ? (
                <>
                  {messages.previousWorksUntil} <DateText value={token.previousExpiresAt} zone={zone} clock />.
                </>
              ) : (
                messages.previousEnded
              )}
            </p>
          )}
          <div className="flex flex-col gap-2">
            <h3 className="font-medium text-13">{messages.tryIt}</h3>
            <Secret value={command} label={messages.copyCurl} block />
            {note !== null && (
              <p className="text-12 text-muted">{note === 'write' ? messages.writesData : messages.needsRequestId}</p>
            )}
          </div>
          <div>
            <LinkButton to={pageUrl} replace>
              {messages.done}
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}
