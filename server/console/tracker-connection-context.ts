import type { ConnectionContext } from '../tracker/connection/context.ts'
import type { MemberContext } from './page-context.ts'

/** Builds the context of a tracker connection. Its use cases call the tracker, so never use it inside a `write`. */
export const connectionContextFor = ({
  deps,
  scope,
  write,
}: Pick<MemberContext, 'deps' | 'scope' | 'write'>): ConnectionContext => ({
  ...deps.trackers,
  scope,
  write,
})
