import { type Static, Strict, Text, Type } from '../platform/schemas.ts'

export const maxViewName = 60

const name = Text({ min: 1, max: maxViewName })
// The query of the list's URL, without a question mark. Longer than any that its filters write.
const query = Type.String({ 'x-storable': true, maxLength: 4_000 })

export const SavedViewCreate = Strict({ name, query, isShared: Type.Boolean() })
export type SavedViewCreate = Static<typeof SavedViewCreate>

export const SavedViewUpdate = Strict(
  { name: Type.Optional(name), query: Type.Optional(query), isShared: Type.Optional(Type.Boolean()) },
  { minProperties: 1 },
)
export type SavedViewUpdate = Static<typeof SavedViewUpdate>

/** A team member's named filters of the request list. */
export interface SavedView {
  id: string
  name: string
  query: string
  isShared: boolean
  /** Whether the reader may change, share and delete it. */
  canChange: boolean
}
