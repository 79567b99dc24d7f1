import { newUploadKey } from '../../upload/upload-key.ts'
import { fileMessages as messages } from '../messages/files.ts'

export interface UploadedFile {
  /** In this page. */
  url: string
  /** To store. */
  path: string
  markdown: string
}

/** The file types that the picker offers. Phones convert their photos to one of them. */
export const acceptedImages = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
export const acceptedFiles = `${acceptedImages},.pdf,.zip,.csv,.txt,.log`

export interface UploadAttempt {
  /** The same for each attempt to upload a file. Default: a new one. */
  key?: string
  isRetry?: boolean
  signal?: AbortSignal
  /** Called with the percentage that has been sent. */
  onProgress?(percent: number): void
}

/** A failed upload that may succeed on a retry. Its message is shown to the user. */
export class UploadInterrupted extends Error {}

/**
 * Uploads a file to a workspace. Scales large photos down first.
 * @returns null if it was canceled
 * @throws an error whose message is shown to the user
 */
export async function uploadFile(
  workspace: string,
  file: File,
  {
    key = newUploadKey(),
    isRetry = false,
    signal = new AbortController().signal,
    onProgress = () => {},
  }: UploadAttempt = {},
): Promise<UploadedFile | null> {
  const { name } = file
  // Loaded when the first file is chosen.
  const { sendUpload } = await import('../../upload/send-upload.ts').catch(() => {
    throw new UploadInterrupted(messages.offline({ name }))
  })
  const url = `/console/w/${workspace}/files`
  const result = await sendUpload({ url, file, key, isRetry, signal, onProgress })
  if (result.kind === 'canceled') return null
  if (result.kind === 'lost') throw new UploadInterrupted(messages.offline({ name }))
  if (result.kind !== 'response' || result.status === 413) throw new Error(messages.tooLarge({ name }))
  const { status } = result
  const body = result.body as unknown as UploadedFile & { message?: string }
  if (status === 200 && body.markdown) return body
  const message = body.message ? messages.rejected({ name, reason: body.message }) : messages.failed({ name })
  throw status >= 500 ? new UploadInterrupted(message) : new Error(message)
}
