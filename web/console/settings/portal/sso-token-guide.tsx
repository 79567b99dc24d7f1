import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'
import { ssoTokenSnippet } from './snippets.ts'

const plain = ['sub', 'email', 'name'] as const
const rest = ['exp', 'iat', 'jti'] as const

/** What a token says, code that makes one, and where it goes. */
export function SsoTokenGuide({ slug, address }: PortalPage) {
  const audience = `heed:${slug}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.claims}</h3>
        <DescriptionList
          facts={[
            ...plain.map((claim) => [claim, messages.claimsText[claim]] as [string, string]),
            [
              'aud',
              <span key="aud">
                <code>{audience}</code>. {messages.claimsText.aud} {messages.audienceMoves}
              </span>,
            ],
            ...rest.map((claim) => [claim, messages.claimsText[claim]] as [string, string]),
          ]}
        />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.snippet}</h3>
        <Secret value={ssoTokenSnippet(audience)} label={messages.copySnippet} block />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{messages.postTo}</h3>
        <Secret value={`${address}/identify`} label={messages.copyAddress} />
      </div>
    </div>
  )
}
