import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
import { signEveryoneOut } from '#server/portal/settings/sign-everyone-out.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { AllowListCard } from './allow-list-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, membership }) => ({
  workspace: membership.name,
  portal: await getPortalSettings(scope),
}))

type SignInPage = Awaited<ReturnType<typeof loader>>

const pageUrl = (home: string): string => `${home}/settings/portal/sign-in`

export const action = actionFor.member({
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
    return redirectWithFlash(pageUrl(home), messages.allowListSaved, { tone: 'success' })
  },
  'sign-everyone-out': async ({ write, home }) => {
    const count = await write(signEveryoneOut)
    return redirectWithFlash(pageUrl(home), messages.everyoneSignedOut({ count }), { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: SignInPage }) => [
  {
    title: settingsMessages.pageTitle({ page: messages.pageTitles['sign-in'], workspace: loaderData?.workspace ?? '' }),
  },
]

export default function PortalSignIn({ loaderData: page }: { loaderData: SignInPage }) {
  return (
    <>
      <AllowListCard {...page} />
      <SessionsCard />
    </>
  )
}
