import type { WorkspaceMailTestReport } from '#server/workspaces/test-mail.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { mailMessages as messages } from '../../messages/settings/mail.ts'

export function TestMessageCard({ to, testReport }: { to: string; testReport: WorkspaceMailTestReport | undefined }) {
  return (
    <Card title={messages.testTitle} description={messages.testText({ email: to })}>
      <div className="flex flex-col gap-4">
        <ActionForm intent="try">
          <div>
            <SubmitButton look="normal">{messages.sendTest}</SubmitButton>
          </div>
        </ActionForm>
        <div role="status" className={testReport ? undefined : 'contents'}>
          {testReport && <TestMessageResult {...testReport} />}
        </div>
      </div>
    </Card>
  )
}

function TestMessageResult({
  outcome,
  heading,
  advice,
  response: smtpReply,
  file,
  isEncrypted,
}: WorkspaceMailTestReport) {
  const tone = outcome !== 'sent' ? 'danger' : file === null ? 'success' : 'info'
  return (
    <Notice tone={tone} title={heading}>
      <div className="flex flex-col gap-1">
        <p>{advice}</p>
        {isEncrypted !== null && <p>{isEncrypted ? messages.encrypted : messages.notEncrypted}</p>}
        {file !== null && (
          <p>
            {messages.file}: <code className="break-all">{file}</code>
          </p>
        )}
        {file === null && smtpReply !== '' && (
          <p>
            {messages.smtpReply}: <q className="break-words">{smtpReply}</q>
          </p>
        )}
      </div>
    </Notice>
  )
}
