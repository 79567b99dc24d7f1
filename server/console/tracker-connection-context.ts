import type { ConnectionContext } from '../tracker/connection/connect.ts'
import type { MemberContext } from './page-context.ts'

/** Where a member connects the tracker of their workspace. It speaks with the tracker: never inside of a `write`. */
export const connectionContextFor = ({
  deps,
  scope,
  write,
}: Pick<MemberContext, 'deps' | 'scope' | 'write'>): ConnectionContext => ({
  ...deps.trackers,
  scope,
  write,
})
