import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { members as words } from '../../messages/settings/members.ts'

export interface InvitedProps {
  email: string
  url: string
}

/** Who was invited just now, with the link to hand over. The place is always there, so that it is read aloud. */
export function Invited({ invited, sendsMail }: { invited: InvitedProps | undefined; sendsMail: boolean }) {
  return (
    <div role="status" className={invited ? undefined : 'contents'}>
      {invited && (
        <Notice tone="success" title={words.invited(invited.email)}>
          <div className="flex flex-col gap-3">
            <p>{sendsMail ? words.mailed : words.notMailed}</p>
            <Secret value={invited.url} label={words.copyLink} />
          </div>
        </Notice>
      )}
    </div>
  )
}
