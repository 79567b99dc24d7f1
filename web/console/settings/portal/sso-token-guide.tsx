import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/data/list-row.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'
import { signingSnippet } from './snippets.ts'

const plain = ['sub', 'email', 'name'] as const
const rest = ['exp', 'iat', 'jti'] as const

/** What a token says, code that makes one, and where it goes. */
export function TokenGuide({ slug, address }: PortalPage) {
  const audience = `heed:${slug}`
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{words.claims}</h3>
        <Facts
          facts={[
            ...plain.map((claim) => [claim, words.claimsText[claim]] as [string, string]),
            [
              'aud',
              <span key="aud">
                <code>{audience}</code>. {words.claimsText.aud} {words.audienceMoves}
              </span>,
            ],
            ...rest.map((claim) => [claim, words.claimsText[claim]] as [string, string]),
          ]}
        />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{words.snippet}</h3>
        <Secret value={signingSnippet(audience)} label={words.copySnippet} block />
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-13">{words.postTo}</h3>
        <Secret value={`${address}/identify`} label={words.copyAddress} />
      </div>
    </div>
  )
}
