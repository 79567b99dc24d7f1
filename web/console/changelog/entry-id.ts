import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'

/** The id of the entry in the address. @throws 404 for what is none */
export function entryIdOf({ id = '' }: { id?: string | undefined }): string {
  if (!isUuid(id)) throw notFound()
  return id.toLowerCase()
}
