import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { membersMessages as messages } from '../../messages/settings/members.ts'

export interface CreatedInvitation {
  email: string
  url: string
}

/** Who was invited just now, with the link to hand over. The place is always there, so that it is read aloud. */
export function InvitationLinkNotice({
  invited,
  sendsMail,
}: {
  invited: CreatedInvitation | undefined
  sendsMail: boolean
}) {
  return (
    <div role="status" className={invited ? undefined : 'contents'}>
      {invited && (
        <Notice tone="success" title={messages.invited(invited.email)}>
          <div className="flex flex-col gap-3">
            <p>{sendsMail ? messages.mailed : messages.notMailed}</p>
            <Secret value={invited.url} label={messages.copyLink} />
          </div>
        </Notice>
      )}
    </div>
  )
}
