import { ExternalLink } from 'lucide-react'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { Signer } from '#server/platform/crypto/secret-key.ts'
import { Vault } from '#server/platform/crypto/vault.ts'
import { portalUrlOf } from '#server/portal/urls.ts'
import {
  endSecret,
  makeSecret,
  portalSecrets,
  rotateSecret,
  SecretRotation,
  showSecret,
} from '#server/portal/settings/sso-secrets.ts'
import { PortalUpdate, portalSettings } from '#server/portal/settings/settings.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { renewWidgetToken, widgetTokenOf, widgetTokenPurpose } from '#server/portal/settings/widget-token.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import { settings } from '../../messages/settings/common.ts'
import { loadsSettings } from '../settings-loader.ts'
import { AddressCard } from './address-card.tsx'
import { ReadingCard } from './visibility-card.tsx'
import { type Shown, SigningCard } from './sso-card.tsx'
import { WidgetCard } from './widget-card.tsx'

export { clientAction } from '../../offline-action.ts'

const hereOf = ({ home }: Pick<MemberVisit, 'home'>): string => `${home}/settings/portal`

export const loader = loadsSettings(async (visit) => {
  const { scope, deps, membership, now, zone } = visit
  const [portal, secrets] = await Promise.all([portalSettings(scope), portalSecrets(scope)])
  const { publicUrl } = deps.settings
  const { slug } = membership
  const generation = portal.widgetGeneration
  return {
    workspace: membership.name,
    slug,
    publicUrl,
    portal,
    secrets,
    address: portalUrlOf({ publicUrl, slug, portalHost: portal.host }),
    /** Where it stands without a host of its own. */
    ownAddress: portalUrlOf({ publicUrl, slug, portalHost: null }),
    widgetToken: widgetTokenOf(new Signer(deps.secretKey, widgetTokenPurpose), {
      workspaceId: scope.workspaceId,
      generation,
    }),
    now,
    zone,
  }
})

export type PortalPage = Awaited<ReturnType<typeof loader>>

const vaultOf = ({ deps }: Pick<MemberVisit, 'deps'>): Vault => new Vault(deps.secretKey)

export const action = acts.member({
  save: async ({ form, write, deps, home }) => {
    const wanted = checked(PortalUpdate, {
      access: form.text('access'),
      showsRequests: form.flag('showsRequests'),
      showsRoadmap: form.flag('showsRoadmap'),
      showsChangelog: form.flag('showsChangelog'),
      host: form.orNull('host'),
    })
    await write((tx) => updatePortal(tx, wanted, deps.settings))
    return done(hereOf({ home }), words.saved, { tone: 'success' })
  },
  origins: async ({ form, write, deps, home }) => {
    const lines = form.text('widgetOrigins').split(/\s+/)
    const wanted = checked(PortalUpdate, { widgetOrigins: lines.filter((line) => line !== '') })
    await write((tx) => updatePortal(tx, wanted, deps.settings))
    return done(hereOf({ home }), words.originsSaved, { tone: 'success' })
  },
  'make-secret': async (visit): Promise<{ shown: Shown }> => ({
    shown: await visit.write((tx) => makeSecret(tx, vaultOf(visit))),
  }),
  'show-secret': async (visit): Promise<{ shown: Shown }> => ({
    shown: await visit.write((tx) => showSecret(tx, vaultOf(visit), visit.form.id('id'))),
  }),
  'rotate-secret': async (visit): Promise<{ shown: Shown }> => {
    const { form, write } = visit
    const input = checked(SecretRotation, { overlapHours: form.number('overlapHours') })
    return { shown: await write((tx) => rotateSecret(tx, vaultOf(visit), form.id('id'), input)) }
  },
  'end-secret': async ({ form, write, home }) => {
    await write((tx) => endSecret(tx, form.id('id')))
    return done(hereOf({ home }), words.ended)
  },
  'renew-token': async ({ write, home }) => {
    await write(renewWidgetToken)
    return done(hereOf({ home }), words.renewed)
  },
})

export const meta = ({ loaderData }: { loaderData?: PortalPage }) => [
  { title: settings.titleOf(settings.areas.portal, loaderData?.workspace ?? '') },
]

interface PageProps {
  loaderData: PortalPage
  actionData?: { shown?: Shown }
}

export default function Portal({ loaderData: page, actionData }: PageProps) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.portal} meta={words.about} actions={<ViewPortal address={page.address} />} />
      <ActionForm intent="save" guard noValidate>
        <ReadingCard {...page} />
        <AddressCard {...page} />
        <FormActions>
          <SubmitButton>{settings.save}</SubmitButton>
        </FormActions>
      </ActionForm>
      <SigningCard {...page} shown={actionData?.shown ?? null} />
      <WidgetCard {...page} />
    </div>
  )
}

const ViewPortal = ({ address }: { address: string }) => (
  <a className="button" href={address} target="_blank" rel="noopener">
    <ExternalLink aria-hidden="true" />
    {words.view}
    <span className="visually-hidden">{words.newWindow}</span>
  </a>
)
