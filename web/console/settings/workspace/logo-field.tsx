import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { acceptedImages, uploadFile } from '../../files/upload.ts'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import type { AccentTheme } from './contrast.ts'

const themes: AccentTheme[] = ['light', 'dark']

/** Uploads a logo or takes the URL of one. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const { workspace = '' } = useParams()
  const [url, setUrl] = useState(logoUrl ?? '')
  const [status, setStatus] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  const upload = async (file: File) => {
    setError(undefined)
    setStatus(messages.logoUploading)
    try {
      const uploaded = await uploadFile(workspace, file)
      if (uploaded === null) return
      const { path } = uploaded
      // As if it were typed, so that the form knows of unsaved changes.
      field.current?.setRangeText(path, 0, field.current.value.length, 'end')
      field.current?.dispatchEvent(new Event('input', { bubbles: true }))
      setStatus(messages.logoUploaded)
    } catch (reason) {
      setStatus('')
      setError((reason as Error).message)
    }
  }

  return (
    <>
      <div className="flex flex-col gap-2">
        <Field name="logoUrl" label={messages.logo} optional help={messages.logoHelp} {...(error && { error })}>
          <TextInput
            ref={field}
            inputMode="url"
            defaultValue={logoUrl ?? ''}
            maxLength={2048}
            placeholder="https://example.com/logo.svg"
            onChange={(event) => setUrl(event.target.value.trim())}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2 noscript:hidden">
          <Button size="sm" icon={<ImageUp aria-hidden />} onClick={() => picker.current?.click()}>
            {messages.logoUpload}
          </Button>
          <span role="status" className="text-12 text-muted">
            {status}
          </span>
          <input
            ref={picker}
            type="file"
            accept={acceptedImages}
            hidden
            aria-label={messages.logoUpload}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? []
              if (file) void upload(file)
              event.currentTarget.value = ''
            }}
          />
        </div>
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
