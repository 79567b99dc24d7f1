import { useState } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useKeys } from '../../../ui/lib/use-shortcuts.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { useRefusal } from '../../../ui/forms/form-errors.ts'
import { RestoredNotice } from '../../../ui/forms/draft-restored-notice.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { editor } from '../../messages/changelog.ts'
import { BodyField } from './body-field.tsx'
import { Conflict } from './conflict-notice.tsx'
import type { EditorData } from './load.ts'
import { Details } from './details-fields.tsx'
import { EditorHead } from './header.tsx'
import { useKeptBase } from './use-draft-base.ts'

interface EntryFormProps {
  draftKey: string
  /** As it was last loaded, maybe with what somebody else saved. */
  data: EditorData
  /** As it is written upon. */
  opened: EditorData
  onSaved: () => void
  onStartAgain: () => void
}

const formId = 'entry'

const submit = () => {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

export function EntryForm({ draftKey, data, opened, onSaved, onStartAgain }: EntryFormProps) {
  const { entry } = opened
  const [isScheduled, setScheduled] = useState(opened.schedule.local !== '')
  const kept = useKeptBase(draftKey, entry.updatedAt)
  const refused = useRefusal('save')?.values.updatedAt
  useKeys({ 'mod+s': submit })
  return (
    <>
      <EditorHead formId={formId} data={opened} isScheduled={isScheduled} />
      <ActionForm
        id={formId}
        intent="save"
        guard
        draftKey={draftKey}
        className="mx-auto w-full max-w-page p-4 md:p-6"
        onInput={kept.keep}
        onSuccess={() => {
          onSaved()
          kept.saved(data.entry.updatedAt)
        }}
      >
        {entry.id !== null && (
          <input type="hidden" name="updatedAt" value={typeof refused === 'string' ? refused : kept.base} />
        )}
        <Conflict {...data} onTakeTheirs={onStartAgain} />
        {kept.isRestored && <RestoredNotice onDiscard={onStartAgain} />}
        {entry.state === 'published' && (
          <Notice title={editor.published.title}>
            <p>{editor.published.text}</p>
          </Notice>
        )}
        <TitleField title={entry.title} />
        <BodyField home={opened.home} body={entry.body} html={opened.html} />
        <Details data={opened} onSchedule={setScheduled} />
      </ActionForm>
    </>
  )
}

function TitleField({ title }: { title: string }) {
  return (
    <Field name="title" label={editor.title} hideLabel>
      <TextInput
        defaultValue={title}
        placeholder={editor.titleHint}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        className="min-h-12! font-semibold text-20!"
      />
    </Field>
  )
}
