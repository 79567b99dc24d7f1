import { sql } from 'kysely'
import { type LegalUrls, legalColumns } from '../../platform/legal-links.ts'
import { Nullable, OneOf, type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import type { Scope } from '../../platform/scope.ts'

const maxWidgetOrigins = 50
// The limits of the table. Longer lists belong in the product, which can sign tokens.
const maxAllowedDomains = 100
const maxAllowedEmails = 1_000

const LegalUrl = Nullable(Type.String({ 'x-text': true, format: 'http-url', pattern: '^https://', maxLength: 2048 }))

/** The changes that the settings page may send; null clears a value. */
export const PortalUpdate = Strict(
  {
    access: Type.Optional(OneOf(['public', 'private'])),
    showsRequests: Type.Optional(Type.Boolean()),
    showsRoadmap: Type.Optional(Type.Boolean()),
    showsChangelog: Type.Optional(Type.Boolean()),
    showsGivenNames: Type.Optional(Type.Boolean()),
    showsBranding: Type.Optional(Type.Boolean()),
    host: Type.Optional(Nullable(Text({ min: 1, max: 300 }))),
    privacyUrl: Type.Optional(LegalUrl),
    termsUrl: Type.Optional(LegalUrl),
    imprintUrl: Type.Optional(LegalUrl),
    widgetOrigins: Type.Optional(Type.Array(Text({ max: 300 }), { maxItems: maxWidgetOrigins })),
    allowedDomains: Type.Optional(Type.Array(Text({ max: 300 }), { maxItems: maxAllowedDomains })),
    allowedEmails: Type.Optional(Type.Array(Text({ max: 300 }), { maxItems: maxAllowedEmails })),
  },
  { minProperties: 1 },
)
export type PortalUpdate = Static<typeof PortalUpdate>

export interface PortalSettings extends LegalUrls {
  /** Who can read the portal: everyone, or people whom the workspace has let in (customers/sign-in/access.ts). */
  access: 'public' | 'private'
  showsRequests: boolean
  showsRoadmap: boolean
  showsChangelog: boolean
  /** Whether the portal shows names that customers did not choose themselves (customers/public-name.ts). */
  showsGivenNames: boolean
  /** Whether the footer says “Powered by Heed”. */
  showsBranding: boolean
  /** The custom domain that was entered, or null. It may not be served yet (portal/domains/domain.ts). */
  host: string | null
  /** The origins that the widget may post from. */
  widgetOrigins: string[]
  /**
   * The addresses and domains that may sign in to a private portal, in addition to customers whom the product or the
   * team has named. Lower case.
   */
  allowedDomains: string[]
  allowedEmails: string[]
  /** The generation of the valid widget token; tokens of earlier generations are rejected. */
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
      'portal_shows_given_names as showsGivenNames',
      'portal_shows_branding as showsBranding',
      sql<string | null>`(select d.host from portal_domains d where d.workspace_id = workspaces.workspace_id)`.as(
        'host',
      ),
      ...legalColumns,
      'widget_origins as widgetOrigins',
      'portal_allowed_domains as allowedDomains',
      'portal_allowed_emails as allowedEmails',
      'widget_generation as widgetGeneration',
    ])
    .where('workspace_id', '=', workspaceId)

/** Loads the settings. Every role may read them, since all of them show in the portal itself. */
export const getPortalSettings = (scope: Scope): Promise<PortalSettings> =>
  selectPortalSettings(scope).executeTakeFirstOrThrow()
