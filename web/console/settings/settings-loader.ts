import { loaderFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireSettingsAccess } from '#server/workspaces/settings.ts'

/** Wraps the loader of a settings page, for owners and admins only. Each page checks: it can be loaded without its layout. */
export const settingsLoader = <T>(load: (context: MemberContext) => Promise<T>) =>
  loaderFor.member(async (context) => {
    requireSettingsAccess(context.scope)
    return load(context)
  })
