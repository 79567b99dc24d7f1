import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { buildPortalUrl } from '#server/platform/portal-url.ts'
import { checkPortalDomain } from '#server/portal/domains/check.ts'
import { createTxtLookup } from '#server/portal/domains/dns.ts'
import { getPortalDomain } from '#server/portal/domains/domain.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { AddressCard } from './address-card.tsx'
import { DomainCard } from './domain-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, membership, now, zone }) => {
  const { publicUrl, trustPortalHosts } = deps.settings
  const [portal, domain] = await Promise.all([getPortalSettings(scope), getPortalDomain(scope)])
  return {
    workspace: membership.name,
    publicUrl,
    portal,
    /** Null if domains are served without proof. */
    domain: trustPortalHosts ? null : domain,
    /** The portal's URL without the custom domain. */
    defaultUrl: buildPortalUrl({ publicUrl, slug: membership.slug, portalHost: null }),
    now,
    zone,
  }
})

export type DomainPage = Awaited<ReturnType<typeof loader>>

const pageUrl = (home: string): string => `${home}/settings/portal/domain`

export const action = actionFor.member({
  save: async ({ form, write, deps, home }) => {
    const input = validateForm(PortalUpdate, { host: form.textOrNull('host') })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrl(home), messages.saved, { tone: 'success' })
  },
  'check-domain': async ({ write, scope, deps, home }) => {
    const found = await checkPortalDomain({ scope, write }, createTxtLookup(deps.settings.dnsServers))
    const tone = found === 'verified' ? 'success' : 'warning'
    return redirectWithFlash(pageUrl(home), messages.domain.checked[found], { tone })
  },
})

export const meta = ({ loaderData }: { loaderData?: DomainPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.pageTitles.domain, workspace: loaderData?.workspace ?? '' }) },
]

export default function PortalDomain({ loaderData: page }: { loaderData: DomainPage }) {
  return (
    <>
      <AddressCard {...page} />
      {page.domain && <DomainCard {...page} domain={page.domain} />}
    </>
  )
}
