import { shrinkImage } from './shrink-image.ts'

// The server’s limit (server/files/content/receive.ts), also checked here to reject large files before sending.
const maxBytes = 10 * 1_048_576
// A connection without progress for this long counts as lost. The server may need half of the time to process an image.
const stallMs = 60_000

export interface UploadTask {
  url: string
  file: File
  /** The same for each attempt, so that the server stores the file once. */
  key: string
  /** Whether an earlier attempt may have arrived. */
  isRetry: boolean
  signal: AbortSignal
  /** Called with the percentage sent, in steps of ten, because screen readers announce each step. */
  onProgress(percent: number): void
}

export type UploadResult =
  | { kind: 'response'; status: number; body: Record<string, unknown> }
  | { kind: 'too-large' | 'lost' | 'canceled' }

/** Uploads a file. Scales large photos down first. Never throws. */
export async function sendUpload(task: UploadTask): Promise<UploadResult> {
  if (task.isRetry) {
    // Asks for the result of the earlier attempt without sending the file.
    const earlier = await send(task, new Blob())
    if (earlier.kind !== 'response' || earlier.status === 200) return earlier
  }
  const blob = await shrinkImage(task.file)
  return blob.size > maxBytes ? { kind: 'too-large' } : send(task, blob)
}

/** Uses XMLHttpRequest, because `fetch` does not say how much of a body has been sent. */
function send({ url, file, key, signal, onProgress }: UploadTask, blob: Blob): Promise<UploadResult> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ kind: 'canceled' })
    const request = new XMLHttpRequest()
    let timer = 0
    const expectProgress = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), stallMs)
    }
    const cancel = () => request.abort()
    const finish = (result: UploadResult) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      resolve(result)
    }
    signal.addEventListener('abort', cancel)
    request.upload.onprogress = ({ loaded, total }) => {
      expectProgress()
      onProgress(Math.floor((loaded / Math.max(1, total)) * 10) * 10)
    }
    request.onload = () => finish({ kind: 'response', status: request.status, body: parse(request.responseText) })
    request.onerror = () => finish({ kind: 'lost' })
    request.onabort = () => finish({ kind: signal.aborted ? 'canceled' : 'lost' })
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('heed-file-name', encodeURIComponent(file.name.toWellFormed()))
    request.setRequestHeader('heed-upload-key', key)
    expectProgress()
    request.send(blob)
  })
}

/** A proxy in front of Heed may answer with a page of its own. */
function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
