import { useEffect, useRef } from 'react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DateText } from '../../../ui/data/time.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { type SnippetLanguage, verificationSnippets } from './snippets.ts'

/** A secret in the response to a form. */
export interface RevealedSecret {
  id: string
  secret: string
  /** When the previous secret stops signing, after a rotation. */
  previousExpiresAt?: string
}

interface SecretNoticeProps {
  revealed: RevealedSecret
  /** The page that "I've copied it" leads to. */
  doneUrl: string
  now: string
  zone: string
}

/** Shows a secret once, from the response to the form. It can't be read from Heed again. */
export function SecretNotice({ revealed: { secret, previousExpiresAt }, doneUrl, now, zone }: SecretNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const title = previousExpiresAt === undefined ? messages.created : messages.rotated
  return (
    <div ref={notice} tabIndex={-1} role="status" className="outline-none">
      <Card title={title} description={messages.secretText}>
        <div className="flex flex-col gap-5">
          <Secret value={secret} label={messages.copySecret} />
          {previousExpiresAt !== undefined && (
            <p className="text-13 text-muted">
              {previousExpiresAt > now ? (
                <>
                  {messages.previousSignsUntil} <DateText value={previousExpiresAt} zone={zone} clock />.
                </>
              ) : (
                messages.previousEnded
              )}
            </p>
          )}
          {previousExpiresAt === undefined && <VerificationSnippets />}
          <div>
            <LinkButton to={doneUrl} replace>
              {messages.done}
            </LinkButton>
          </div>
        </div>
      </Card>
    </div>
  )
}

const languages = Object.keys(verificationSnippets) as SnippetLanguage[]

/** The radio buttons choose the shown snippet in CSS, so that a switch keeps the secret on the page. */
function VerificationSnippets() {
  return (
    <div className="snippets flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium text-13">{messages.verify}</h3>
        <p className="text-13 text-muted">{messages.verifyText}</p>
      </div>
      <RadioGroup
        name="language"
        legend={messages.language}
        hideLegend
        look="segments"
        defaultValue="typescript"
        options={languages.map((value) => ({ value, label: messages.languages[value] }))}
      />
      {languages.map((language) => (
        <div key={language} data-snippet={language}>
          <Secret value={verificationSnippets[language]} label={messages.copySnippet} block />
        </div>
      ))}
    </div>
  )
}
