import type { ImportedRequest } from '../records.ts'
import { type Located, shortHash } from './batch.ts'

/** The columns that a newer file may change. */
export interface RequestValues {
  title: string
  description: string
  board_id: string
  status: string
  product_stage: string | null
  votes_without_voters: number
}

/** A request of the file, with its references resolved to ids in Heed. */
export interface ResolvedRequest extends RequestValues {
  record: Located<ImportedRequest>
  tagIds: string[]
}

/** Returns the hashes that a newer file is compared with. */
export const requestFields = ({ record: _record, tagIds, ...values }: ResolvedRequest): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortHash(value)])),
  tags: shortHash([...tagIds].sort().join()),
})
