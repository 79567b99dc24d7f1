import { revokeOwnAuthorization } from '#server/apps/end.ts'
import { listAppsOfAccount } from '#server/apps/queries.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { memberContextFor } from '#server/console/page-context.ts'
import { leaseMs } from '#server/credentials/authenticate.ts'
import { listSoleOwnerships } from '#server/members/queries.ts'
import { notFound } from '#server/platform/problems.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getCaller, withSessionCookies } from '../auth/sign-in-flow.ts'
import { accountMessages as messages } from '../messages/account.ts'
import { layoutMessages } from '../messages/layout.ts'
import { appsMessages } from '../messages/settings/apps.ts'
import { AppsCard } from './apps-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import { WorkspacesCard } from './workspaces-card.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.user(async (context) => {
  const { deps, user, now, zone } = context
  const { account, memberships } = user
  const [sessions, hasPassword, solelyOwned, apps] = await Promise.all([
    deps.accounts.listSessions(getCaller(context)),
    deps.accounts.hasPassword(getCaller(context)),
    listSoleOwnerships(deps.database.db, account.id),
    listAppsOfAccount(deps.database.db, account.id, now),
  ])
  return {
    account: { name: account.name, email: account.email, hasTotp: account.hasTotp, hasPassword },
    sessions,
    apps: apps.map(({ id, name, workspaceId, clientHost, redirectHost, createdAt, lastUsedAt }) => ({
      ...{ id, name, workspaceId, createdAt, lastUsedAt },
      host: clientHost ?? redirectHost.replace(/:$/, ''),
      workspace: memberships.find((each) => each.workspaceId === workspaceId)?.name ?? '',
    })),
    workspaces: memberships.map(({ workspaceId, slug, name, logoUrl, role }) => ({
      ...{ slug, name, logoUrl, role },
      isOnlyOwner: solelyOwned.includes(workspaceId),
    })),
    now,
    zone,
  }
})

export type AccountPage = Awaited<ReturnType<typeof loader>>

const pageUrl = '/account'

export const action = actionFor.user({
  name: async (context) => {
    await context.deps.accounts.changeName(getCaller(context), { name: context.form.text('name') })
    return redirectWithFlash(pageUrl, messages.profile.saved)
  },
  password: async (context) => {
    const currentPassword = context.form.has('currentPassword') ? context.form.text('currentPassword') : undefined
    const input = { currentPassword, password: context.form.text('password') }
    return withSessionCookies(
      redirectWithFlash(pageUrl, messages.password.saved),
      await context.deps.accounts.changePassword(getCaller(context), input),
    )
  },
  'turn-off': async (context) => {
    const password = context.form.has('password') ? context.form.text('password') : undefined
    const ended = await context.deps.accounts.disableTotp(getCaller(context), { password })
    return withSessionCookies(redirectWithFlash(pageUrl, messages.twoFactor.turnedOff), ended)
  },
  'end-session': async (context) => {
    const ended = await context.deps.accounts.revokeSession(getCaller(context), context.form.text('session'))
    return withSessionCookies(redirectWithFlash(pageUrl, messages.sessions.signedOut), ended)
  },
  revoke: async (context) => {
    const { form, user } = context
    const id = form.id('workspace')
    const membership = user.memberships.find(({ workspaceId }) => workspaceId === id)
    if (membership === undefined) throw notFound()
    await memberContextFor(context, membership).write((tx) => revokeOwnAuthorization(tx, form.id('id')))
    // Until then, a server process may still accept the app's tokens.
    await new Promise((resolve) => setTimeout(resolve, leaseMs))
    return redirectWithFlash(pageUrl, appsMessages.revoked({ name: form.text('name') }))
  },
  everywhere: async (context) =>
    withSessionCookies(
      redirectWithFlash('/sign-in', messages.sessions.signedOutEverywhere),
      await context.deps.accounts.signOutEverywhere(getCaller(context)),
    ),
})

export const meta = () => [{ title: messages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function Account({ loaderData: page }: { loaderData: AccountPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.title} meta={page.account.email} />
      <ProfileCard {...page.account} />
      <PasswordCard {...page.account} />
      <TwoFactorCard {...page.account} />
      <SessionsCard {...page} />
      <AppsCard {...page} />
      <WorkspacesCard workspaces={page.workspaces} />
    </div>
  )
}
