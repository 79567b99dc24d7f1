import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { leaveWorkspace } from '#server/members/membership.ts'
import { listSoleOwnerships } from '#server/members/queries.ts'
import { LinkButton } from '../../ui/buttons/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { getCaller, withSessionCookies } from '../auth/sign-in-flow.ts'
import { accountMessages } from '../messages/account.ts'

export { clientAction } from '../offline-action.ts'

const messages = accountMessages.leave

export const loader = loaderFor.member(async ({ deps, membership, user, home }) => {
  const solelyOwned = await listSoleOwnerships(deps.database.db, user.account.id)
  return { name: membership.name, home, isOnlyOwner: solelyOwned.includes(membership.workspaceId) }
})

export const action = actionFor.member({
  leave: async (context) => {
    await context.write(leaveWorkspace)
    // Leaving a workspace ends the session.
    return withSessionCookies(
      redirectWithFlash('/sign-in', messages.left({ workspace: context.membership.name })),
      await context.deps.accounts.signOut(getCaller(context)),
    )
  },
})

type Page = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: Page }) => [
  {
    title: accountMessages.pageTitle({
      page: messages.title({ workspace: loaderData?.name ?? '' }),
      product: accountMessages.title,
    }),
  },
]

export default function LeaveWorkspace({ loaderData: { name, home, isOnlyOwner } }: { loaderData: Page }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={messages.title({ workspace: name })} back={{ to: '/account', text: accountMessages.title }} />
      {isOnlyOwner ? (
        <Notice tone="warning" actions={<LinkButton to={`${home}/settings/members`}>{messages.toMembers}</LinkButton>}>
          <p>{messages.onlyOwner}</p>
        </Notice>
      ) : (
        <>
          <p className="max-w-text text-muted">{messages.text}</p>
          <ActionForm intent="leave">
            <FormActions>
              <SubmitButton look="danger">{messages.confirm}</SubmitButton>
              <LinkButton to={home}>{messages.cancel}</LinkButton>
            </FormActions>
          </ActionForm>
        </>
      )}
    </div>
  )
}
