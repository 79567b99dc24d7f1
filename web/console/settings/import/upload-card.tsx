import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Card } from '../../../ui/layout/card.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'

interface Sending {
  name: string
  percent: number
}

/** Uploads a file and opens the page of its import. */
export function UploadCard({ url }: { url: string }) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<string | null>(null)
  const upload = (file: File) => {
    setError(null)
    setSending({ name: file.name, percent: 0 })
    send(url, file, (percent) => setSending({ name: file.name, percent })).then((result) => {
      setSending(null)
      if ('url' in result) navigate(result.url.replace(/^\/console/, ''))
      else setError(result.message)
    })
  }
  return (
    <Card title={messages.upload} description={messages.uploadText}>
      <div className="flex flex-col gap-4">
        {error && <Notice tone="danger">{error}</Notice>}
        {sending ? (
          <div role="status">
            <ProgressBar
              label={messages.uploading({ name: sending.name })}
              value={sending.percent}
              max={100}
              text={`${sending.percent}%`}
            />
          </div>
        ) : (
          <div className="field">
            <label className="field-label" htmlFor="import-file">
              {messages.choose}
            </label>
            <input
              id="import-file"
              type="file"
              className="input"
              accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.zip"
              disabled={!isHydrated}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                currentTarget.value = ''
                if (file) upload(file)
              }}
            />
          </div>
        )}
        <noscript>{messages.uploadScript}</noscript>
      </div>
    </Card>
  )
}

/** Uses XMLHttpRequest, because `fetch` does not say how much of a body has been sent. */
function send(
  url: string,
  file: File,
  onProgress: (percent: number) => void,
): Promise<{ url: string } | { message: string }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / Math.max(1, total)) * 100))
    request.onload = () => resolve(readResponse(request))
    request.onerror = () => resolve({ message: messages.uploadLost })
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('heed-file-name', encodeURIComponent(file.name.toWellFormed()))
    request.send(file)
  })
}

function readResponse({ responseText }: XMLHttpRequest): { url: string } | { message: string } {
  try {
    const { url, message } = JSON.parse(responseText) as { url?: string; message?: string }
    return url === undefined ? { message: message ?? messages.uploadFailed } : { url }
  } catch {
    // A proxy in front of Heed may answer with a page of its own.
    return { message: messages.uploadFailed }
  }
}
