import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { leaveWorkspace } from '#server/members/membership.ts'
import { soleOwnerships } from '#server/members/queries.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { callerOf, withCookies } from '../auth/sign-in-flow.ts'
import { account } from '../messages/account.ts'

export { clientAction } from '../offline-action.ts'

const words = account.leave

export const loader = loads.member(async ({ deps, membership, visitor, home }) => {
  const sole = await soleOwnerships(deps.database.db, visitor.account.id)
  return { name: membership.name, home, isOnlyOwner: sole.includes(membership.workspaceId) }
})

export const action = acts.member({
  leave: async (visit) => {
    await visit.write(leaveWorkspace)
    // Leaving has ended this session too.
    return withCookies(
      done('/sign-in', words.done(visit.membership.name)),
      await visit.deps.identity.signOut(callerOf(visit)),
    )
  },
})

type Page = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: Page }) => [
  { title: account.titleOf(words.title(loaderData?.name ?? '')) },
]

export default function Leave({ loaderData: { name, home, isOnlyOwner } }: { loaderData: Page }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={words.title(name)} back={{ to: '/account', text: account.title }} />
      {isOnlyOwner ? (
        <Notice tone="warning" actions={<LinkButton to={`${home}/settings/members`}>{words.toMembers}</LinkButton>}>
          <p>{words.onlyOwner}</p>
        </Notice>
      ) : (
        <>
          <p className="max-w-text text-muted">{words.text}</p>
          <ActionForm intent="leave">
            <FormActions>
              <SubmitButton look="danger">{words.confirm}</SubmitButton>
              <LinkButton to={home}>{words.stay}</LinkButton>
            </FormActions>
          </ActionForm>
        </>
      )}
    </div>
  )
}
