import { use, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { fieldId } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { describeConflict, editorMessages } from '../../messages/changelog.ts'
import type { EditorData } from './load.ts'

interface ConflictProps extends Pick<EditorData, 'entry' | 'home' | 'savedBy'> {
  /** Shows what is saved now, in place of what was typed. */
  onTakeTheirs: () => void
}

/** Shown when somebody else saved meanwhile: nothing is decided for the writer. */
export function ConflictNotice({ entry, home, savedBy, onTakeTheirs }: ConflictProps) {
  const { id, formErrors: refusal } = use(FormContext)
  const isRefused = refusal?.errors.updatedAt !== undefined
  const fetcher = useFetcher<EditorData>()
  const { load } = fetcher
  useEffect(() => {
    if (isRefused) load(`${home}/changelog/${entry.id}/edit`)
  }, [isRefused, load, home, entry.id])
  if (!isRefused) return null
  // Where the page was made after the refusal, it was made with what is saved now.
  const theirs = fetcher.data ?? (entry.updatedAt === refusal?.values.updatedAt ? null : { entry, savedBy })
  return (
    <div id={fieldId(id, 'updatedAt')} tabIndex={-1}>
      <Notice
        tone="warning"
        title={describeConflict(theirs?.savedBy ?? null)}
        actions={
          <>
            <SubmitButton look="normal" size="sm" name="overwrite" value="yes">
              {editorMessages.conflict.keepMine}
            </SubmitButton>
            <Button look="danger-quiet" size="sm" className="noscript:hidden" onClick={onTakeTheirs}>
              {editorMessages.conflict.takeTheirs}
            </Button>
          </>
        }
      >
        <p>{editorMessages.conflict.text}</p>
        {theirs && (
          <details className="mt-2">
            <summary className="cursor-pointer font-medium">{editorMessages.conflict.theirs}</summary>
            <p className="mt-2 font-medium wrap-anywhere">{theirs.entry.title}</p>
            <pre className="max-h-64 overflow-auto whitespace-pre-wrap text-12 wrap-anywhere">{theirs.entry.body}</pre>
          </details>
        )}
      </Notice>
    </div>
  )
}
