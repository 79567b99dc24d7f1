import { loads } from '#server/console/handlers.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { permit } from '#server/members/roles.ts'
import { workspaceCan } from '#server/workspaces/permissions.ts'

/** Loaders of the settings: for owners and admins alone, each by itself, since a page may be asked for without its layout. */
export const loadsSettings = <T>(load: (visit: MemberVisit) => Promise<T>) =>
  loads.member(async (visit) => {
    permit(workspaceCan(visit.scope.actor).seeSettings)
    return load(visit)
  })
