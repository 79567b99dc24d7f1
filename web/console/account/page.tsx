import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { soleOwnerships } from '#server/members/queries.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { callerOf, withCookies } from '../auth/sign-in-flow.ts'
import { account as words } from '../messages/account.ts'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondStepCard } from './two-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { WorkspacesCard } from './workspaces-card.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loads.person(async (visit) => {
  const { deps, visitor, now, zone } = visit
  const { account, memberships } = visitor
  const [sessions, hasPassword, sole] = await Promise.all([
    deps.identity.sessions(callerOf(visit)),
    deps.identity.hasPassword(callerOf(visit)),
    soleOwnerships(deps.database.db, account.id),
  ])
  return {
    account: { name: account.name, email: account.email, hasTotp: account.hasTotp, hasPassword },
    sessions,
    workspaces: memberships.map(({ workspaceId, slug, name, logoUrl, role }) => ({
      ...{ slug, name, logoUrl, role },
      isOnlyOwner: sole.includes(workspaceId),
    })),
    now,
    zone,
  }
})

export type AccountPage = Awaited<ReturnType<typeof loader>>

const here = '/account'

export const action = acts.person({
  name: async (visit) => {
    await visit.deps.identity.changeName(callerOf(visit), { name: visit.form.text('name') })
    return done(here, words.profile.saved)
  },
  password: async (visit) => {
    const currentPassword = visit.form.has('currentPassword') ? visit.form.text('currentPassword') : undefined
    const input = { currentPassword, password: visit.form.text('password') }
    return withCookies(
      done(here, words.password.saved),
      await visit.deps.identity.changePassword(callerOf(visit), input),
    )
  },
  'turn-off': async (visit) => {
    const password = visit.form.has('password') ? visit.form.text('password') : undefined
    const ended = await visit.deps.identity.disableTotp(callerOf(visit), { password })
    return withCookies(done(here, words.secondStep.turnedOff), ended)
  },
  'end-session': async (visit) => {
    const ended = await visit.deps.identity.endSession(callerOf(visit), visit.form.text('session'))
    return withCookies(done(here, words.sessions.ended), ended)
  },
  everywhere: async (visit) =>
    withCookies(
      done('/sign-in', words.sessions.endedAll),
      await visit.deps.identity.signOutEverywhere(callerOf(visit)),
    ),
})

export const meta = () => [{ title: `${words.title} · Heed` }]

export default function Account({ loaderData: page }: { loaderData: AccountPage }) {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={words.title} meta={page.account.email} />
      <ProfileCard {...page.account} />
      <PasswordCard {...page.account} />
      <SecondStepCard {...page.account} />
      <SessionsCard {...page} />
      <WorkspacesCard workspaces={page.workspaces} />
    </div>
  )
}
