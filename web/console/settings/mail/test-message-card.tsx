import type { MailTrial } from '#server/workspaces/test-mail.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { mailWords as words } from '../../messages/settings/mail.ts'

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
