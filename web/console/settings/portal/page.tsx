import { ExternalLink } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { Signer } from '#server/platform/crypto/secret-key.ts'
import { Vault } from '#server/platform/crypto/vault.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
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
import { buildPortalUrl } from '#server/portal/urls.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { AddressCard } from './address-card.tsx'
import { type RevealedSecret, SsoCard } from './sso-card.tsx'
import { VisibilityCard } from './visibility-card.tsx'
import { WidgetCard } from './widget-card.tsx'

export { clientAction } from '../../offline-action.ts'

const hereOf = ({ home }: Pick<MemberContext, 'home'>): string => `${home}/settings/portal`

export const loader = settingsLoader(async (visit) => {
  const { scope, deps, membership, now, zone } = visit
  const [portal, secrets] = await Promise.all([getPortalSettings(scope), listSsoSecrets(scope)])
  const { publicUrl } = deps.settings
  const { slug } = membership
  const generation = portal.widgetGeneration
  return {
    workspace: membership.name,
    slug,
    publicUrl,
    portal,
    secrets,
    address: buildPortalUrl({ publicUrl, slug, portalHost: portal.host }),
    /** Where it stands without a host of its own. */
    ownAddress: buildPortalUrl({ publicUrl, slug, portalHost: null }),
    widgetToken: createWidgetToken(new Signer(deps.secretKey, widgetTokenPurpose), {
      workspaceId: scope.workspaceId,
      generation,
    }),
    now,
    zone,
  }
})

export type PortalPage = Awaited<ReturnType<typeof loader>>

const vaultOf = ({ deps }: Pick<MemberContext, 'deps'>): Vault => new Vault(deps.secretKey)

export const action = actionFor.member({
  save: async ({ form, write, deps, home }) => {
    const wanted = validateForm(PortalUpdate, {
      access: form.text('access'),
      showsRequests: form.flag('showsRequests'),
      showsRoadmap: form.flag('showsRoadmap'),
      showsChangelog: form.flag('showsChangelog'),
      host: form.textOrNull('host'),
    })
    await write((tx) => updatePortal(tx, wanted, deps.settings))
    return redirectWithFlash(hereOf({ home }), messages.saved, { tone: 'success' })
  },
  origins: async ({ form, write, deps, home }) => {
    const lines = form.text('widgetOrigins').split(/\s+/)
    const wanted = validateForm(PortalUpdate, { widgetOrigins: lines.filter((line) => line !== '') })
    await write((tx) => updatePortal(tx, wanted, deps.settings))
    return redirectWithFlash(hereOf({ home }), messages.originsSaved, { tone: 'success' })
  },
  'make-secret': async (visit): Promise<{ shown: RevealedSecret }> => ({
    shown: await visit.write((tx) => createSsoSecret(tx, vaultOf(visit))),
  }),
  'show-secret': async (visit): Promise<{ shown: RevealedSecret }> => ({
    shown: await visit.write((tx) => revealSsoSecret(tx, vaultOf(visit), visit.form.id('id'))),
  }),
  'rotate-secret': async (visit): Promise<{ shown: RevealedSecret }> => {
    const { form, write } = visit
    const input = validateForm(SsoSecretRotation, { overlapHours: form.number('overlapHours') })
    return { shown: await write((tx) => rotateSsoSecret(tx, vaultOf(visit), form.id('id'), input)) }
  },
  'end-secret': async ({ form, write, home }) => {
    await write((tx) => revokeSsoSecret(tx, form.id('id')))
    return redirectWithFlash(hereOf({ home }), messages.ended)
  },
  'renew-token': async ({ write, home }) => {
    await write(renewWidgetToken)
    return redirectWithFlash(hereOf({ home }), messages.renewed)
  },
})

export const meta = ({ loaderData }: { loaderData?: PortalPage }) => [
  { title: settingsMessages.titleOf(settingsMessages.areas.portal, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: PortalPage
  actionData?: { shown?: RevealedSecret }
}

export default function Portal({ loaderData: page, actionData }: PageProps) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={settingsMessages.areas.portal}
        meta={messages.about}
        actions={<ViewPortal address={page.address} />}
      />
      <ActionForm intent="save" guard noValidate>
        <VisibilityCard {...page} />
        <AddressCard {...page} />
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
      <SsoCard {...page} shown={actionData?.shown ?? null} />
      <WidgetCard {...page} />
    </div>
  )
}

const ViewPortal = ({ address }: { address: string }) => (
  <a className="button" href={address} target="_blank" rel="noopener">
    <ExternalLink aria-hidden="true" />
    {messages.view}
    <span className="visually-hidden">{messages.newWindow}</span>
  </a>
)
