import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field, FieldNotes, useFieldState } from '../../../ui/forms/field.tsx'
import { useSubmittedValue } from '../../../ui/forms/form-errors.ts'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { type UploadTarget, useFileUpload } from '../../files/use-file-upload.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import type { EditorData } from './load.ts'

const messages = editorMessages.cover

/** Uploads, describes and removes the image above the entry. Without scripts, a cover can be described and removed. */
export function CoverField({ cover }: Pick<EditorData, 'cover'>) {
  const { workspace = '' } = useParams()
  const state = useFieldState('coverUrl', {})
  const submitted = useSubmittedValue('coverUrl')
  const initial = typeof submitted === 'string' ? submitted : (cover?.url ?? '')
  const [url, setUrl] = useState(initial)
  const field = useRef<HTMLInputElement>(null)
  const change = (next: string) => {
    if (field.current) typeInto(field.current, next)
  }
  const remove = () => {
    change('')
    document.getElementById(state.id)?.focus()
  }
  const target = useRef<UploadTarget>({ insert() {}, replace: (_placeholder, _by, file) => file && change(file.path) })
  const upload = useFileUpload(field, target, 'image')
  const size = url === cover?.url ? { width: cover.width, height: cover.height } : {}
  const hasCover = url !== ''

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={messages.label} className="file-area" {...upload.target}>
      {/* Stores the path where drafts, the guard of unsaved changes and submission find it. */}
      <input
        ref={field}
        type="text"
        name="coverUrl"
        className="visually-hidden"
        aria-hidden
        tabIndex={-1}
        defaultValue={initial}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <div className="flex flex-col gap-3 md:flex-row md:items-start">
        {hasCover && (
          <img
            {...size}
            key={url}
            src={`/console/w/${workspace}${url}`}
            alt=""
            className="h-40 w-auto max-w-full shrink-0 self-start rounded-control border border-line bg-sunken object-contain md:max-w-96"
          />
        )}
        <div className="flex min-w-0 grow flex-col gap-3">
          <div hidden={!hasCover}>
            <Field name="coverAlt" label={messages.alt} optional help={messages.altHelp}>
              <TextInput defaultValue={cover?.alt ?? ''} maxLength={300} />
            </Field>
            {cover !== null && (
              <div className="mt-2 hidden noscript:block">
                <Checkbox name="removesCover" label={messages.remove} />
              </div>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              id={state.id}
              size="sm"
              className="noscript:hidden"
              icon={<ImagePlus aria-hidden />}
              aria-describedby={state.describedBy}
              onClick={upload.pick}
            >
              {hasCover ? messages.replace : messages.add}
            </Button>
            {hasCover ? (
              <Button look="danger-quiet" size="sm" className="noscript:hidden" onClick={remove}>
                {messages.remove}
              </Button>
            ) : (
              <span className="text-12 text-muted max-sm:hidden noscript:hidden">{messages.addHelp}</span>
            )}
            {upload.status}
          </div>
          <FieldNotes control={state} help={null} />
        </div>
      </div>
    </div>
  )
}

/** Replaces the text of a field as if it were typed. */
function typeInto(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
