import { fileMessages as messages } from '../messages/files.ts'

export interface UploadedFile {
  /** In this page. */
  url: string
  /** To store. */
  path: string
  markdown: string
}

// The server’s limit (server/files/content/receive.ts), also checked here so that nobody uploads a file in vain.
const maxBytes = 10 * 1_048_576

/** The file types that the picker offers. Phones convert their photos to one of them. */
export const acceptedImages = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
export const acceptedFiles = `${acceptedImages},.pdf,.zip,.csv,.txt,.log`

/** Uploads a file to a workspace. @throws an error whose message is for the reader */
export async function uploadFile(workspace: string, file: File): Promise<UploadedFile> {
  if (file.size > maxBytes) throw new Error(messages.tooLarge({ name: file.name }))
  const response = await fetch(`/console/w/${workspace}/files`, {
    method: 'POST',
    body: file,
    headers: { 'heed-file-name': encodeURIComponent(file.name) },
  }).catch(() => {
    throw new Error(messages.offline({ name: file.name }))
  })
  // A proxy in front of Heed may answer with a page of its own.
  const body = (await response.json().catch(() => ({}))) as UploadedFile & { message?: string }
  if (response.ok) return body
  const fallback = response.status === 413 ? messages.tooLarge : messages.failed
  throw new Error(
    body.message ? messages.rejected({ name: file.name, reason: body.message }) : fallback({ name: file.name }),
  )
}
