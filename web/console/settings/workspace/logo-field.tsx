import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { type UploadTarget, useFileUpload } from '../../files/use-file-upload.tsx'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import type { AccentTheme } from './contrast.ts'

const themes: AccentTheme[] = ['light', 'dark']

/** Uploads a logo that is chosen, pasted or dropped, or takes the URL of one. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const { workspace = '' } = useParams()
  const [url, setUrl] = useState(logoUrl ?? '')
  const [isUploaded, setUploaded] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const target = useRef<UploadTarget>({
    insert: () => setUploaded(false),
    replace: (_placeholder, _markdown, file) => {
      if (!file || !field.current) return
      // As if it were typed, so that the form knows of unsaved changes.
      field.current.setRangeText(file.path, 0, field.current.value.length, 'end')
      field.current.dispatchEvent(new Event('input', { bubbles: true }))
      setUploaded(true)
    },
  })
  const upload = useFileUpload(field, target, 'image')

  return (
    <>
      <div className="file-area gap-2" {...upload.target}>
        <Field name="logoUrl" label={messages.logo} optional help={messages.logoHelp}>
          <TextInput
            ref={field}
            inputMode="url"
            defaultValue={logoUrl ?? ''}
            maxLength={2048}
            placeholder="https://example.com/logo.svg"
            onChange={(event) => setUrl(event.target.value.trim())}
            onPaste={upload.paste}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2 noscript:hidden">
          <Button size="sm" icon={<ImageUp aria-hidden />} onClick={upload.pick}>
            {messages.logoUpload}
          </Button>
          <span role="status" className="text-12 text-muted">
            {isUploaded && messages.logoUploaded}
          </span>
        </div>
        {upload.status}
      </div>
      {/^https:\/\/./.test(url) && <LogoPreview key={url} url={url} />}
      {url.startsWith('/files/') && <LogoPreview key={url} url={`/console/w/${workspace}${url}`} />}
    </>
  )
}

/** Shows the logo on both backgrounds. */
function LogoPreview({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p className="field-error">{messages.logoFailed}</p>
  return (
    <div className="flex flex-wrap gap-3">
      {themes.map((theme) => (
        <figure key={theme} className="flex flex-col gap-1">
          <div className="logo-preview accent-ground" data-ground={theme}>
            <img src={url} alt={messages.logoAlt} onError={() => setFailed(true)} />
          </div>
          <figcaption className="text-12 text-muted">{messages.logoBackgrounds[theme]}</figcaption>
        </figure>
      ))}
    </div>
  )
}
