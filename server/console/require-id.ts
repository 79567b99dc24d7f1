import { isUuid } from '../platform/ids.ts'
import { notFound } from '../platform/problems.ts'

/** Returns the `:id` of the page's URL in lower case. @throws the same 404 for a malformed id as for an unknown one */
export function requireId({ id = '' }: { id?: string | undefined }): string {
  if (!isUuid(id)) throw notFound()
  return id.toLowerCase()
}
