import { Plus } from 'lucide-react'
import { type CSSProperties, use, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import type { EditorData } from './load.ts'

interface TagsFieldProps {
  tags: EditorData['tags']
  chosen: string[]
  canMake: boolean
}

/** Tags as boxes; new ones are typed, and made when the entry is saved. */
export function TagsField({ tags, chosen, canMake }: TagsFieldProps) {
  const { formErrors: refusal } = use(FormContext)
  const isChosen = refusal ? [refusal.values.tagIds ?? []].flat() : chosen
  const [made, setMade] = useState<string[]>([])
  return (
    <FieldSet legend={editorMessages.tags}>
      {tags.length + made.length > 0 ? (
        <div className="flex max-h-40 flex-wrap gap-1.5 overflow-auto p-px">
          {tags.map(({ id, name, color }) => (
            <TagBox key={id} name="tagIds" value={id} label={name} color={color} isChosen={isChosen.includes(id)} />
          ))}
          {made.map((name) => (
            <TagBox key={name} name="newTags" value={name} label={editorMessages.newTagAdded({ name })} isChosen />
          ))}
        </div>
      ) : (
        <p className="text-13 text-muted">{editorMessages.tagsNone}</p>
      )}
      {canMake && <NewTag onMake={(name) => setMade((before) => [...new Set([...before, name])])} />}
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

/** Without script the field itself is sent. */
function NewTag({ onMake }: { onMake: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const make = () => {
    const name = input.current?.value.trim() ?? ''
    if (name === '' || !input.current) return
    onMake(name)
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
            make()
          }}
        />
        <Button icon={<Plus aria-hidden />} onClick={make} className="noscript:hidden">
          {editorMessages.newTagAdd}
        </Button>
      </div>
    </Field>
  )
}
