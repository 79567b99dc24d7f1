import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { endSessionsWithoutAccess } from '../auth/session.ts'
import { enterPortalDomain, maxHostLength } from '../domains/domain.ts'
import { normalizeAllowList } from './allow-list.ts'
import { normalizeHostName } from './host-name.ts'
import { portalCan } from './permissions.ts'
import { type PortalSettings, PortalUpdate, selectPortalSettings } from './settings.ts'
import { normalizeWidgetOrigin } from './widget-origin.ts'

/**
 * Changes the given settings; null clears the host.
 * @param settings.trustPortalHosts whether a host is served without proof
 * @throws 400 for malformed values; 403
 */
export async function updatePortal(
  tx: WriteScope,
  input: PortalUpdate,
  { publicUrl, trustPortalHosts = false }: { publicUrl: string; trustPortalHosts?: boolean },
): Promise<PortalSettings> {
  permit(portalCan(tx.actor).update)
  const wanted = normalizePortalUpdate(input, publicUrl)
  const before = await selectPortalSettings(tx).forUpdate().executeTakeFirstOrThrow()
  const changes = pickChanges<PortalUpdate>(before, wanted)
  if (!changes) return before
  const { access, showsRequests, showsRoadmap, showsChangelog, host, widgetOrigins, allowedDomains, allowedEmails } =
    changes
  const { showsGivenNames, showsBranding, privacyUrl, termsUrl, imprintUrl } = changes
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({
        // Never empty, even if only the host changes, which has a table of its own.
        portal_access: access ?? before.access,
        portal_shows_requests: showsRequests,
        portal_shows_roadmap: showsRoadmap,
        portal_shows_changelog: showsChangelog,
        portal_shows_given_names: showsGivenNames,
        portal_shows_branding: showsBranding,
        widget_origins: widgetOrigins,
        portal_allowed_domains: allowedDomains,
        portal_allowed_emails: allowedEmails,
        privacy_url: privacyUrl,
        terms_url: termsUrl,
        imprint_url: imprintUrl,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  if (host !== undefined) await enterPortalDomain(tx, host, trustPortalHosts)
  if ((access ?? before.access) === 'private' && (access || allowedDomains || allowedEmails)) {
    await endSessionsWithoutAccess(tx)
  }
  audit(tx, 'portal.updated', tx.workspaceId, auditedChanges(before, changes))
  return { ...before, ...changes }
}

/** Describes the changes. The audit log outlives customers, so it stores the number of listed people only. */
function auditedChanges(before: PortalSettings, { allowedEmails, ...changes }: Partial<PortalUpdate>) {
  const described = describeChanges<PortalUpdate>(before, changes, PortalUpdate)
  if (!allowedEmails) return described
  return { ...described, allowedEmails: [before.allowedEmails.length, allowedEmails.length] }
}

/** Normalizes host and origins to the form that browsers send. @throws 400 */
function normalizePortalUpdate({ host, widgetOrigins, ...rest }: PortalUpdate, publicUrl: string) {
  const { details: listDetails, ...allowList } = normalizeAllowList(rest)
  const name = host && normalizeHostName(host)
  const origins = widgetOrigins && [...new Set(widgetOrigins.map(normalizeWidgetOrigin))]
  const details: ProblemDetail[] = [...listDetails]
  if (host && name === null) {
    details.push({ path: '/host', message: 'must be only a host name, such as feedback.example.com', code: 'invalid' })
  } else if (name && name.length > maxHostLength) {
    const message = `must have at most ${maxHostLength} characters`
    details.push({ path: '/host', message, code: 'maxLength', values: { limit: maxHostLength } })
  } else if (name === new URL(publicUrl).hostname) {
    details.push({
      path: '/host',
      message: 'is the host name of this server; the portal needs a host name of its own',
      code: 'own-host',
    })
  }
  if (origins?.includes(null)) {
    const malformed = widgetOrigins!.filter((each) => normalizeWidgetOrigin(each) === null)
    details.push({ path: '/widgetOrigins', ...invalidOrigins(malformed) })
  }
  if (details.length > 0) throw invalid(details)
  return { ...rest, ...allowList, host: name, widgetOrigins: origins as string[] | undefined }
}

const invalidOrigins = (malformed: string[]) => ({
  message: `must be origins such as https://app.example.com, without a path; http only for localhost. Invalid: ${malformed.join(', ')}`,
  code: 'origins',
  values: { origins: malformed.join(', ') },
})
