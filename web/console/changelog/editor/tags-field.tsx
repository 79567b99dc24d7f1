import { Plus } from 'lucide-react'
import { type CSSProperties, use, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { useDraftValue } from '../../../ui/forms/drafts/draft-context.ts'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import type { EditorData } from './load.ts'

interface TagsFieldProps {
  tags: EditorData['tags']
  chosen: string[]
  canCreate: boolean
}

/** Selects tags. New ones are created when the entry is saved. */
export function TagsField({ tags, chosen, canCreate }: TagsFieldProps) {
  const { formErrors } = use(FormContext)
  const chosenIds = formErrors ? [formErrors.values.tagIds ?? []].flat() : chosen
  const [created, setCreated] = useState<string[]>([])
  useDraftValue('createdTags', created, setCreated)
  return (
    <FieldSet legend={editorMessages.tags}>
      {tags.length + created.length > 0 ? (
        <div className="flex max-h-40 flex-wrap gap-1.5 overflow-auto p-px">
          {tags.map(({ id, name, color }) => (
            <TagBox key={id} name="tagIds" value={id} label={name} color={color} isChosen={chosenIds.includes(id)} />
          ))}
          {created.map((name) => (
            <TagBox key={name} name="newTags" value={name} label={editorMessages.newTagAdded({ name })} isChosen />
          ))}
        </div>
      ) : (
        <p className="text-13 text-muted">{editorMessages.tagsNone}</p>
      )}
      {canCreate && <NewTag onCreate={(name) => setCreated((before) => [...new Set([...before, name])])} />}
    </FieldSet>
  )
}

interface TagBoxProps {
  name: string
  value: string
  label: string
  color?: string
  isChosen: boolean
}

function TagBox({ name, value, label, color, isChosen }: TagBoxProps) {
  return (
    <label
      className="badge tag cursor-pointer has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
      data-look="outline"
      style={color === undefined ? undefined : ({ '--tag-color': color } as CSSProperties)}
    >
      <input type="checkbox" className="visually-hidden" name={name} value={value} defaultChecked={isChosen} />
      <span>{label}</span>
    </label>
  )
}

/** Adds a new tag. Without script, the field itself is submitted. */
function NewTag({ onCreate }: { onCreate: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const create = () => {
    const name = input.current?.value.trim() ?? ''
    if (name === '' || !input.current) return
    onCreate(name)
    input.current.value = ''
    input.current.focus()
  }
  return (
    <Field name="newTags" label={editorMessages.newTag} hideLabel help={editorMessages.newTagHelp}>
      <div className="flex gap-2">
        <TextInput
          ref={input}
          placeholder={editorMessages.newTagHint}
          maxLength={50}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            create()
          }}
        />
        <Button icon={<Plus aria-hidden />} onClick={create} className="noscript:hidden">
          {editorMessages.newTagAdd}
        </Button>
      </div>
    </Field>
  )
}
