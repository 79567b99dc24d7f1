import { ExternalLink } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { Signer } from '#server/platform/crypto/secret-key.ts'
import { Vault } from '#server/platform/crypto/vault.ts'
import { buildPortalUrl } from '#server/platform/portal-url.ts'
import { checkPortalDomain } from '#server/portal/domains/check.ts'
import { createTxtLookup } from '#server/portal/domains/dns.ts'
import { getPortalDomain } from '#server/portal/domains/domain.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
import { signEveryoneOut } from '#server/portal/settings/sign-everyone-out.ts'
import {
  createSsoSecret,
  listSsoSecrets,
  revealSsoSecret,
  revokeSsoSecret,
  rotateSsoSecret,
  SsoSecretRotation,
} from '#server/portal/settings/sso-secrets.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { createWidgetToken, renewWidgetToken, widgetTokenPurpose } from '#server/portal/settings/widget-token.ts'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { AddressCard } from './address-card.tsx'
import { AllowListCard } from './allow-list-card.tsx'
import { DomainCard } from './domain-card.tsx'
import { LegalCard } from './legal-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { type RevealedSecret, SsoCard } from './sso-card.tsx'
import { VisibilityCard } from './visibility-card.tsx'
import { WidgetCard } from './widget-card.tsx'

export { clientAction } from '../../offline-action.ts'

const pageUrlOf = ({ home }: Pick<MemberContext, 'home'>): string => `${home}/settings/portal`

export const loader = settingsLoader(async (context) => {
  const { scope, deps, membership, now, zone } = context
  const { publicUrl, trustPortalHosts } = deps.settings
  const [portal, domain, secrets, urls] = await Promise.all([
    getPortalSettings(scope),
    getPortalDomain(scope),
    listSsoSecrets(scope),
    getPortalUrls(scope, publicUrl),
  ])
  const { slug } = membership
  const generation = portal.widgetGeneration
  return {
    workspace: membership.name,
    slug,
    publicUrl,
    portal,
    secrets,
    url: urls.portal,
    /** Null if domains need no proof. */
    domain: trustPortalHosts ? null : domain,
    /** Without the custom domain. */
    defaultUrl: buildPortalUrl({ publicUrl, slug, portalHost: null }),
    widgetToken: createWidgetToken(new Signer(deps.secretKey, widgetTokenPurpose), {
      workspaceId: scope.workspaceId,
      generation,
    }),
    proxyProblem: deps.proxies.problem(),
    now,
    zone,
  }
})

export type PortalPage = Awaited<ReturnType<typeof loader>>

const vaultOf = ({ deps }: Pick<MemberContext, 'deps'>): Vault => new Vault(deps.secretKey)

export const action = actionFor.member({
  save: async ({ form, write, deps, home }) => {
    const input = validateForm(PortalUpdate, {
      access: form.text('access'),
      showsRequests: form.flag('showsRequests'),
      showsRoadmap: form.flag('showsRoadmap'),
      showsChangelog: form.flag('showsChangelog'),
      showsGivenNames: form.flag('showsGivenNames'),
      showsBranding: form.flag('showsBranding'),
      host: form.textOrNull('host'),
    })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrlOf({ home }), messages.saved, { tone: 'success' })
  },
  legal: async ({ form, write, deps, home }) => {
    const input = validateForm(PortalUpdate, {
      privacyUrl: form.textOrNull('privacyUrl'),
      termsUrl: form.textOrNull('termsUrl'),
      imprintUrl: form.textOrNull('imprintUrl'),
    })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrlOf({ home }), messages.legalSaved, { tone: 'success' })
  },
  origins: async ({ form, write, deps, home }) => {
    const lines = form.text('widgetOrigins').split(/\s+/)
    const input = validateForm(PortalUpdate, { widgetOrigins: lines.filter((line) => line !== '') })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrlOf({ home }), messages.originsSaved, { tone: 'success' })
  },
  'check-domain': async ({ write, scope, deps, home }) => {
    const found = await checkPortalDomain({ scope, write }, createTxtLookup(deps.settings.dnsServers))
    const tone = found === 'verified' ? 'success' : 'warning'
    return redirectWithFlash(pageUrlOf({ home }), messages.domain.checked[found], { tone })
  },
  'allow-list': async ({ form, write, deps, home }) => {
    const entries = (name: string) =>
      form
        .text(name)
        .split(/[\s,;]+/)
        .filter((entry) => entry !== '')
    const input = validateForm(PortalUpdate, {
      allowedDomains: entries('allowedDomains'),
      allowedEmails: entries('allowedEmails'),
    })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrlOf({ home }), messages.allowListSaved, { tone: 'success' })
  },
  'make-secret': async (context): Promise<{ revealed: RevealedSecret }> => ({
    revealed: await context.write((tx) => createSsoSecret(tx, vaultOf(context))),
  }),
  'show-secret': async (context): Promise<{ revealed: RevealedSecret }> => ({
    revealed: await context.write((tx) => revealSsoSecret(tx, vaultOf(context), context.form.id('id'))),
  }),
  'rotate-secret': async (context): Promise<{ revealed: RevealedSecret }> => {
    const { form, write } = context
    const input = validateForm(SsoSecretRotation, { overlapHours: form.number('overlapHours') })
    return { revealed: await write((tx) => rotateSsoSecret(tx, vaultOf(context), form.id('id'), input)) }
  },
  'end-secret': async ({ form, write, home }) => {
    await write((tx) => revokeSsoSecret(tx, form.id('id')))
    return redirectWithFlash(pageUrlOf({ home }), messages.revoked)
  },
  'sign-everyone-out': async ({ write, home }) => {
    const count = await write(signEveryoneOut)
    return redirectWithFlash(pageUrlOf({ home }), messages.everyoneSignedOut({ count }), { tone: 'success' })
  },
  'renew-token': async ({ write, home }) => {
    await write(renewWidgetToken)
    return redirectWithFlash(pageUrlOf({ home }), messages.tokenRenewed)
  },
})

export const meta = ({ loaderData }: { loaderData?: PortalPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.portal, workspace: loaderData?.workspace ?? '' }),
  },
]

interface PageProps {
  loaderData: PortalPage
  actionData?: { revealed?: RevealedSecret }
}

export default function Portal({ loaderData: page, actionData }: PageProps) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.portal} meta={messages.about} actions={<ViewPortal url={page.url} />} />
      {page.proxyProblem && (
        <Notice tone="warning" title={messages.proxyTitle}>
          <p>{messages.proxyTexts[page.proxyProblem]}</p>
          <p>{messages.proxyAdvice}</p>
        </Notice>
      )}
      <ActionForm intent="save" guard noValidate>
        <VisibilityCard {...page} />
        <PeopleCard {...page} />
        <AddressCard {...page} />
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
      {page.domain && <DomainCard {...page} domain={page.domain} />}
      <AllowListCard {...page} />
      <LegalCard {...page} />
      <SsoCard {...page} revealed={actionData?.revealed ?? null} />
      <WidgetCard {...page} />
      <SessionsCard />
    </div>
  )
}

const ViewPortal = ({ url }: { url: string }) => (
  <a className="button" href={url} target="_blank" rel="noopener">
    <ExternalLink aria-hidden="true" />
    {messages.view}
    <span className="visually-hidden">{messages.newWindow}</span>
  </a>
)
