import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { Vault } from '#server/platform/crypto/vault.ts'
import {
  createSsoSecret,
  listSsoSecrets,
  revealSsoSecret,
  revokeSsoSecret,
  rotateSsoSecret,
  SsoSecretRotation,
} from '#server/portal/settings/sso-secrets.ts'
import { getPortalUrls } from '#server/portal/workspace-urls.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { type RevealedSecret, SsoCard } from './sso-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, membership, now, zone }) => {
  const [secrets, urls] = await Promise.all([listSsoSecrets(scope), getPortalUrls(scope, deps.settings.publicUrl)])
  return { workspace: membership.name, slug: membership.slug, url: urls.portal, secrets, now, zone }
})

export type SsoPage = Awaited<ReturnType<typeof loader>>

const vaultOf = ({ deps }: Pick<MemberContext, 'deps'>): Vault => new Vault(deps.secretKey)

export const action = actionFor.member({
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
    return redirectWithFlash(`${home}/settings/portal/sso`, messages.revoked)
  },
})

export const meta = ({ loaderData }: { loaderData?: SsoPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.pageTitles.sso, workspace: loaderData?.workspace ?? '' }) },
]

interface PageProps {
  loaderData: SsoPage
  actionData?: { revealed?: RevealedSecret }
}

export default function PortalSso({ loaderData: page, actionData }: PageProps) {
  return <SsoCard {...page} revealed={actionData?.revealed ?? null} />
}
