import type { Desk } from '../tracker/connection/connect.ts'
import type { MemberVisit } from './page-context.ts'

/** Where a member connects the tracker of their workspace. It speaks with the tracker: never inside of a `write`. */
export const deskOf = ({ deps, scope, write }: Pick<MemberVisit, 'deps' | 'scope' | 'write'>): Desk => ({
  ...deps.trackers,
  scope,
  write,
})
