import './new-request.css'
import { listBoards } from '#server/boards/list.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { findCustomerOption, searchCustomerOptions } from '#server/customers/picker.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { newRequestMessages as messages } from '../../messages/requests/new.ts'
import { newRequestActions } from './actions.ts'
import { NewRequestForm } from './new-request-form.tsx'
import { toCustomerOption } from './search-customers.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, home, membership }) => {
  const customerId = url.searchParams.get('customer')
  const [boards, newest, chosen] = await Promise.all([
    listBoards(scope),
    searchCustomerOptions(scope),
    customerId === null ? null : findCustomerOption(scope, customerId),
  ])
  return {
    workspace: membership.name,
    home,
    boards: boards.filter(({ acceptsRequests }) => acceptsRequests).map(({ id, name }) => ({ value: id, label: name })),
    customers: newest.map(toCustomerOption),
    chosen: chosen === null ? [] : [toCustomerOption(chosen)],
  }
})

export type NewRequestData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member(newRequestActions)

export const meta = ({ loaderData }: { loaderData?: NewRequestData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function NewRequestPage({ loaderData }: { loaderData: NewRequestData }) {
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        title={messages.title}
        meta={messages.lead}
        back={{ to: `${loaderData.home}/requests`, text: messages.back }}
      />
      <NewRequestForm {...loaderData} />
    </div>
  )
}
