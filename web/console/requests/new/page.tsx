import './new-request.css'
import { listBoards } from '#server/boards/list.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { customerPick, customerPicks } from '#server/customers/picker.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { permit } from '#server/members/roles.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { newRequest as words } from '../../messages/requests/new.ts'
import { pickOf } from './search-customers.ts'
import { filing } from './actions.ts'
import { NewRequestForm } from './new-request-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, url, home, membership }) => {
  permit(feedbackCan(scope.actor).actOnBehalf)
  const asked = url.searchParams.get('customer')
  const [boards, newest, chosen] = await Promise.all([
    listBoards(scope),
    customerPicks(scope),
    asked === null ? null : customerPick(scope, asked),
  ])
  return {
    workspace: membership.name,
    home,
    boards: boards.filter(({ acceptsRequests }) => acceptsRequests).map(({ id, name }) => ({ value: id, label: name })),
    customers: newest.map(pickOf),
    chosen: chosen === null ? [] : [pickOf(chosen)],
  }
})

export type NewRequestData = Awaited<ReturnType<typeof loader>>

export const action = acts.member(filing)

export const meta = ({ loaderData }: { loaderData?: NewRequestData }) => [
  { title: `${words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function NewRequestPage({ loaderData }: { loaderData: NewRequestData }) {
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        title={words.title}
        meta={words.lead}
        back={{ to: `${loaderData.home}/requests`, text: words.back }}
      />
      <NewRequestForm {...loaderData} />
    </div>
  )
}
