import { useState } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useFormErrors } from '../../../ui/forms/form-errors.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import { BodyField } from './body-field.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { CoverField } from './cover-field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { EditorHeader } from './header.tsx'
import type { EditorData } from './load.ts'

interface EntryFormProps {
  draftKey: string
  /** The entry as last loaded, possibly saved by someone else since. */
  data: EditorData
  /** The version being edited. */
  opened: EditorData
  onSaved: () => void
  onReset: () => void
}

const formId = 'entry'

const submit = () => {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

export function EntryForm({ draftKey, data, opened, onSaved, onReset }: EntryFormProps) {
  const { entry } = opened
  const [isScheduled, setScheduled] = useState(opened.schedule.local !== '')
  // Restoring yesterday’s draft after someone else has saved is a conflict instead of silently reverting their changes.
  const [base, setBase] = useState(entry.updatedAt)
  const submittedVersion = useFormErrors('save')?.values.updatedAt
  useShortcuts({ 'mod+s': submit })
  return (
    <>
      <EditorHeader formId={formId} data={opened} isScheduled={isScheduled} />
      <ActionForm
        id={formId}
        intent="save"
        guard
        draftKey={draftKey}
        className="mx-auto w-full max-w-page p-4 md:p-6"
        draftVersion={entry.updatedAt}
        onDraftRestored={(version) => setBase(version ?? entry.updatedAt)}
        onDraftDiscarded={onReset}
        onSuccess={() => {
          onSaved()
          setBase(data.entry.updatedAt)
        }}
      >
        {entry.id !== null && (
          <input
            type="hidden"
            name="updatedAt"
            value={typeof submittedVersion === 'string' ? submittedVersion : base}
          />
        )}
        <ConflictNotice {...data} onTakeTheirs={onReset} />
        {entry.state === 'published' && (
          <Notice title={editorMessages.published.title}>
            <p>{editorMessages.published.text}</p>
          </Notice>
        )}
        <TitleField title={entry.title} />
        <CoverField cover={opened.cover} />
        <BodyField home={opened.home} body={entry.body} html={opened.html} />
        <DetailsFields data={opened} onSchedule={setScheduled} />
      </ActionForm>
    </>
  )
}

function TitleField({ title }: { title: string }) {
  return (
    <Field name="title" label={editorMessages.title} hideLabel>
      <TextInput
        defaultValue={title}
        placeholder={editorMessages.titleHint}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        className="min-h-12! font-semibold text-20!"
      />
    </Field>
  )
}
