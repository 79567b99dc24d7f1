import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { PreviousSecret } from '../secrets/previous-secret.tsx'
import { SecretCard } from '../secrets/secret-card.tsx'
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
  const { command, note } = buildCurlExample(publicUrl, token.key, token.scopes)
  return (
    <SecretCard
      title={messages.created({ name: token.name })}
      description={messages.createdText}
      secret={token.key}
      copyLabel={messages.copyToken}
      done={{ to: pageUrl, label: messages.done }}
    >
      <PreviousSecret
        expiresAt={token.previousExpiresAt}
        now={now}
        zone={zone}
        until={messages.previousWorksUntil}
        ended={messages.previousEnded}
      />
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.tryIt}</h3>
        <Secret value={command} label={messages.copyCurl} block />
        {note !== null && (
          <p className="text-12 text-muted">{note === 'write' ? messages.writesData : messages.needsRequestId}</p>
        )}
      </div>
    </SecretCard>
  )
}
