import { formatDate } from '#i18n/format.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'
import type { ImportPage } from './import-page.tsx'

interface ArchiveProps {
  draft: NonNullable<ImportPage['draft']>
  zone: string
}

/** Checks or imports a Heed archive, which needs no mapping. */
export function ArchiveForm({ draft: { archive, error }, zone }: ArchiveProps) {
  return (
    <ActionForm intent={['run', 'check', 'discard']}>
      <input type="hidden" name="source" value="heed" />
      {error && <Notice tone="danger">{error}</Notice>}
      {archive && (
        <Card
          title={messages.archive}
          description={messages.archiveText({
            workspace: archive.workspace,
            records: archive.records,
            day: formatDate(new Date(archive.exportedAt), zone),
          })}
        >
          <p className="text-muted">{messages.archiveRules}</p>
        </Card>
      )}
      <FormActions>
        {archive && (
          <>
            <SubmitButton name="intent" value="run">
              {messages.run}
            </SubmitButton>
            <SubmitButton name="intent" value="check" look="normal">
              {messages.check}
            </SubmitButton>
          </>
        )}
        <SubmitButton name="intent" value="discard" look="danger-quiet">
          {messages.discard}
        </SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
