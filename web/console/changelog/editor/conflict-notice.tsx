import { use, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { DraftContext } from '../../../ui/forms/drafts/draft-context.ts'
import { fieldId } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { describeConflict, editorMessages } from '../../messages/changelog.ts'
import { EntryCover } from '../entry-cover.tsx'
import type { EditorData } from './load.ts'

interface ConflictNoticeProps extends Pick<EditorData, 'entry' | 'home' | 'savedBy' | 'cover'> {
  /** Replaces what was typed with the saved version. */
  onTakeTheirs: () => void
}

/** Shown if someone else has saved the entry since. The member chooses which version to keep. */
export function ConflictNotice({ entry, home, savedBy, cover, onTakeTheirs }: ConflictNoticeProps) {
  const { id, formErrors } = use(FormContext)
  const draft = use(DraftContext)
  const hasConflict = formErrors?.errors.updatedAt !== undefined
  const fetcher = useFetcher<EditorData>()
  const { load } = fetcher
  useEffect(() => {
    if (hasConflict) load(`${home}/changelog/${entry.id}/edit`)
  }, [hasConflict, load, home, entry.id])
  if (!hasConflict) return null
  // A page rendered after the rejection already has the saved version.
  const saved = fetcher.data ?? (entry.updatedAt === formErrors?.values.updatedAt ? null : { entry, savedBy, cover })
  const takeTheirs = () => {
    draft.abandon()
    onTakeTheirs()
  }
  return (
    <div id={fieldId(id, 'updatedAt')} tabIndex={-1}>
      <Notice
        tone="warning"
        title={describeConflict(saved?.savedBy ?? null)}
        actions={
          <>
            <SubmitButton look="normal" size="sm" name="overwrite" value="yes">
              {editorMessages.conflict.keepMine}
            </SubmitButton>
            <Button look="danger-quiet" size="sm" className="noscript:hidden" onClick={takeTheirs}>
              {editorMessages.conflict.takeTheirs}
            </Button>
          </>
        }
      >
        <p>{editorMessages.conflict.text}</p>
        {saved && (
          <details className="mt-2">
            <summary className="cursor-pointer font-medium">{editorMessages.conflict.theirs}</summary>
            <p className="mt-2 font-medium wrap-anywhere">{saved.entry.title}</p>
            <EntryCover home={home} cover={saved.cover} className="mt-2 max-h-32 w-auto" />
            <pre className="max-h-64 overflow-auto whitespace-pre-wrap text-12 wrap-anywhere">{saved.entry.body}</pre>
          </details>
        )}
      </Notice>
    </div>
  )
}
