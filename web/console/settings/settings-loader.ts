import { loaderFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { permit } from '#server/platform/authorization.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'

/** Loaders of the settings: for owners and admins alone, each by itself, since a page may be asked for without its layout. */
export const settingsLoader = <T>(load: (visit: MemberContext) => Promise<T>) =>
  loaderFor.member(async (visit) => {
    permit(workspaceCan(visit.scope.actor).seeSettings)
    return load(visit)
  })
