import type { MailTrial } from '#server/workspaces/try-mail.ts'
import { ActionForm } from '../../../ui/action-form.tsx'
import { Card } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { mailWords as words } from '../../words/settings/mail.ts'

export function TryCard({ to, trial }: { to: string; trial: MailTrial | undefined }) {
  return (
    <Card title={words.tryTitle} description={words.tryText(to)}>
      <div className="flex flex-col gap-4">
        <ActionForm intent="try">
          <div>
            <SubmitButton look="normal">{words.try}</SubmitButton>
          </div>
        </ActionForm>
        <div role="status" className={trial ? undefined : 'contents'}>
          {trial && <Outcome {...trial} />}
        </div>
      </div>
    </Card>
  )
}

function Outcome({ outcome, heading, advice, words: said, file, isEncrypted }: MailTrial) {
  const tone = outcome !== 'sent' ? 'danger' : file === null ? 'success' : 'info'
  return (
    <Notice tone={tone} title={heading}>
      <div className="flex flex-col gap-1">
        <p>{advice}</p>
        {isEncrypted !== null && <p>{isEncrypted ? words.encrypted : words.notEncrypted}</p>}
        {file !== null && (
          <p>
            {words.file}: <code className="break-all">{file}</code>
          </p>
        )}
        {file === null && said !== '' && (
          <p>
            {words.serverWords}: <q className="break-words">{said}</q>
          </p>
        )}
      </div>
    </Notice>
  )
}
