import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'

export interface CreatedInvitation {
  email: string
  url: string
}

/** Renders the link of a new invitation. The live region is always in the page, so that the notice is announced. */
export function InvitationLinkNotice({
  invitation,
  sendsMail,
}: {
  invitation: CreatedInvitation | undefined
  sendsMail: boolean
}) {
  return (
    <div role="status" className={invitation ? undefined : 'contents'}>
      {invitation && (
        <Notice tone="success" title={messages.invited({ email: invitation.email })}>
          <div className="flex flex-col gap-3">
            <p>{sendsMail ? messages.emailed : messages.notEmailed}</p>
            <Secret value={invitation.url} label={messages.copyLink} />
          </div>
        </Notice>
      )}
    </div>
  )
}
