import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { ssoTokenSnippet } from './snippets.ts'
import type { SsoPage } from './sso-page.tsx'

const identityClaims = ['sub', 'email', 'name'] as const
const tokenClaims = ['exp', 'iat', 'jti'] as const

/** Explains the claims of a token, code that creates one, and where to post it. */
export function SsoTokenGuide({ slug, url }: SsoPage) {
  const audience = `heed:${slug}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.claims}</h3>
        <DescriptionList
          facts={[
            ...identityClaims.map((claim) => [claim, messages.claimsText[claim]] as [string, string]),
            [
              'aud',
              <span key="aud">
                <code>{audience}</code>. {messages.claimsText.aud} {messages.audienceChanges}
              </span>,
            ],
            ...tokenClaims.map((claim) => [claim, messages.claimsText[claim]] as [string, string]),
          ]}
        />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.snippet}</h3>
        <Secret value={ssoTokenSnippet(audience)} label={messages.copySnippet} block />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.postTo}</h3>
        <Secret value={`${url}/identify`} label={messages.copyUrl} />
        <p className="text-12 text-muted">{messages.postFrom}</p>
      </div>
    </div>
  )
}
