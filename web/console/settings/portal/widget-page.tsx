import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { Signer } from '#server/platform/crypto/secret-key.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { createWidgetToken, renewWidgetToken, widgetTokenPurpose } from '#server/portal/settings/widget-token.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { EmbedCard } from './embed-card.tsx'
import { OriginsCard } from './origins-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, deps, membership }) => {
  const portal = await getPortalSettings(scope)
  return {
    workspace: membership.name,
    slug: membership.slug,
    publicUrl: deps.settings.publicUrl,
    portal,
    widgetToken: createWidgetToken(new Signer(deps.secretKey, widgetTokenPurpose), {
      workspaceId: scope.workspaceId,
      generation: portal.widgetGeneration,
    }),
  }
})

export type WidgetPage = Awaited<ReturnType<typeof loader>>

const pageUrl = (home: string): string => `${home}/settings/portal/widget`

export const action = actionFor.member({
  origins: async ({ form, write, deps, home }) => {
    const lines = form.text('widgetOrigins').split(/\s+/)
    const input = validateForm(PortalUpdate, { widgetOrigins: lines.filter((line) => line !== '') })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(pageUrl(home), messages.originsSaved, { tone: 'success' })
  },
  'renew-token': async ({ write, home }) => {
    await write(renewWidgetToken)
    return redirectWithFlash(pageUrl(home), messages.tokenRenewed)
  },
})

export const meta = ({ loaderData }: { loaderData?: WidgetPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.pageTitles.widget, workspace: loaderData?.workspace ?? '' }) },
]

export default function PortalWidget({ loaderData: page }: { loaderData: WidgetPage }) {
  return (
    <>
      <OriginsCard {...page} />
      <EmbedCard {...page} />
    </>
  )
}
