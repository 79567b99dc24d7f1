import { useLoaderData, useRouteLoaderData } from 'react-router'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { deleteCustomer } from '#server/customers/deletion/delete.ts'
import { customerDetail } from '#server/customers/detail.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { setCustomerMail } from '#server/notifications/preferences/set-customer-mail.ts'
import { CustomerUpdate, updateCustomer } from '#server/customers/update.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import { customers, customer as words } from '../../messages/customers.ts'
import { nameOf } from '../customer-name.ts'
import { CustomerHead } from './header.tsx'
import { CustomerLists } from './activity-cards.tsx'
import { MailCard } from './mail-card.tsx'

export { clientAction } from '../../offline-action.ts'

const idOf = ({ id = '' }: Record<string, string | undefined>): string => {
  if (!isUuid(id)) throw notFound()
  return id
}

export const loader = loads.member(async ({ scope, params, home, url, membership }) => ({
  customer: await customerDetail(scope, idOf(params)),
  home,
  list: `${home}/customers${url.search}`,
  workspace: membership.name,
  can: { delete: customersCan(scope.actor).delete },
}))

export type Loaded = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  update: async ({ form, write, params, home, url }) => {
    const wanted = checked(CustomerUpdate, {
      name: form.orNull('name'),
      email: form.orNull('email'),
      externalId: form.orNull('externalId'),
    })
    await write((tx) => updateCustomer(tx, idOf(params), wanted))
    return done(`${home}/customers/${params.id}${url.search}`, words.saved)
  },
  opt_out: async ({ write, params, home, url }) => {
    await write((tx) => setCustomerMail(tx, idOf(params), 'opt_out'))
    return done(`${home}/customers/${params.id}${url.search}`, words.mail.wasStopped)
  },
  resume: async ({ write, params, home, url }) => {
    await write((tx) => setCustomerMail(tx, idOf(params), 'resume'))
    return done(`${home}/customers/${params.id}${url.search}`, words.mail.wasResumed)
  },
  delete: async ({ form, write, params, home, url }) => {
    const withRequests = form.flag('withRequests')
    await write((tx) => deleteCustomer(tx, idOf(params), { withRequests }))
    return done(`${home}/customers${url.search}`, words.deletion.done(form.text('name')))
  },
})

export const meta = ({ loaderData }: { loaderData?: Loaded }) =>
  loaderData ? [{ title: customers.titleOf(nameOf(loaderData.customer), loaderData.workspace) }] : []

export default function Customer() {
  const loaded = useLoaderData<typeof loader>()
  const clock = useRouteLoaderData<{ now: string; zone: string }>('root')!
  return (
    // Another customer is another page: nothing that stood open for the one stays open for the other.
    <article key={loaded.customer.id} className="flex flex-col gap-4">
      <CustomerHead {...loaded} clock={clock} />
      <MailCard customer={loaded.customer} clock={clock} />
      <CustomerLists customer={loaded.customer} home={loaded.home} clock={clock} />
    </article>
  )
}
