import { Nullable, OneOf, type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import type { Scope } from '../../platform/scope.ts'

const maxWidgetOrigins = 50

/** What the settings page may change; null clears. */
export const PortalUpdate = Strict(
  {
    access: Type.Optional(OneOf(['public', 'private'])),
    showsRequests: Type.Optional(Type.Boolean()),
    showsRoadmap: Type.Optional(Type.Boolean()),
    showsChangelog: Type.Optional(Type.Boolean()),
    host: Type.Optional(Nullable(Text({ min: 1, max: 300 }))),
    widgetOrigins: Type.Optional(Type.Array(Text({ max: 300 }), { maxItems: maxWidgetOrigins })),
  },
  { minProperties: 1 },
)
export type PortalUpdate = Static<typeof PortalUpdate>

export interface PortalSettings {
  /** Who reads the portal: everybody, or who is signed in and known to the workspace. */
  access: 'public' | 'private'
  showsRequests: boolean
  showsRoadmap: boolean
  showsChangelog: boolean
  /** A host name that leads to the portal alone; null when it has none. */
  host: string | null
  /** Where the widget may post from. */
  widgetOrigins: string[]
  /** Widget tokens of an earlier one are good no more. */
  widgetGeneration: number
}

export const selectPortalSettings = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('workspaces')
    .select([
      'portal_access as access',
      'portal_shows_requests as showsRequests',
      'portal_shows_roadmap as showsRoadmap',
      'portal_shows_changelog as showsChangelog',
      'portal_host as host',
      'widget_origins as widgetOrigins',
      'widget_generation as widgetGeneration',
    ])
    .where('workspace_id', '=', workspaceId)

/** How the portal is set. All that it says shows in the portal itself, so every role may ask. */
export const getPortalSettings = (scope: Scope): Promise<PortalSettings> =>
  selectPortalSettings(scope).executeTakeFirstOrThrow()
