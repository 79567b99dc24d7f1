import { AppWindow } from 'lucide-react'
import { revokeAuthorization } from '#server/apps/end.ts'
import { listConnectedApps } from '#server/apps/queries.ts'
import { deleteRegistration, listRegistrations } from '#server/apps/registrations/register.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { leaseMs } from '#server/credentials/authenticate.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { appsMessages as messages } from '../../messages/settings/apps.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'
import { AppTable } from './app-table.tsx'
import { RegisteredApps } from './registered-apps.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, home, membership, now, zone }) => {
  const [apps, registered] = await Promise.all([listConnectedApps(scope), listRegistrations(scope)])
  return { workspace: membership.name, pageUrl: `${home}/settings/apps`, apps, registered, now, zone }
})

export type AppsPage = Awaited<ReturnType<typeof loader>>

/** Until then, a server process may still accept the tokens of an app. */
const waitForCacheExpiry = () => new Promise<void>((resolve) => setTimeout(resolve, leaseMs))

export const action = actionFor.member({
  revoke: async ({ form, write, home }) => {
    await write((tx) => revokeAuthorization(tx, form.id('id')))
    await waitForCacheExpiry()
    return redirectWithFlash(`${home}/settings/apps`, messages.revoked({ name: form.text('name') }))
  },
  'delete-registration': async ({ form, write, home }) => {
    await write((tx) => deleteRegistration(tx, form.id('id')))
    await waitForCacheExpiry()
    return redirectWithFlash(`${home}/settings/apps`, messages.registered.deleted({ name: form.text('name') }))
  },
})

export const meta = ({ loaderData }: { loaderData?: AppsPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.title, workspace: loaderData?.workspace ?? '' }) },
]

export default function Apps({ loaderData: page }: { loaderData: AppsPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.title} meta={messages.about} />
      <Card flush>
        {page.apps.length === 0 ? (
          <EmptyState icon={<AppWindow />} title={messages.empty}>
            {messages.emptyText}
          </EmptyState>
        ) : (
          <AppTable {...page} />
        )}
      </Card>
      <RegisteredApps {...page} />
    </div>
  )
}
