import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { PreviousSecret } from '../secrets/previous-secret.tsx'
import { SecretCard } from '../secrets/secret-card.tsx'
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
  const isNew = previousExpiresAt === undefined
  return (
    <SecretCard
      title={isNew ? messages.created : messages.rotated}
      description={messages.secretText}
      secret={secret}
      copyLabel={messages.copySecret}
      done={{ to: doneUrl, label: messages.done }}
    >
      <PreviousSecret
        expiresAt={previousExpiresAt}
        now={now}
        zone={zone}
        until={messages.previousSignsUntil}
        ended={messages.previousEnded}
      />
      {isNew && <VerificationSnippets />}
    </SecretCard>
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
