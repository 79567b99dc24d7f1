import { useLoaderData, useRouteLoaderData } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { blockCustomer, unblockCustomer } from '#server/customers/blocking/block.ts'
import { deleteCustomer, removeCustomerContent } from '#server/customers/deletion/delete.ts'
import { getCustomerDetail } from '#server/customers/detail.ts'
import { listEarlierNames } from '#server/customers/earlier-names.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { CustomerUpdate, updateCustomer } from '#server/customers/update.ts'
import { setCustomerMail } from '#server/notifications/preferences/set-customer-mail.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import { customersMessages, customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'
import { CustomerActivityCards } from './activity-cards.tsx'
import { ConsentCard } from './consent-card.tsx'
import { CustomerHeader } from './header.tsx'
import { CustomerMailCard } from './mail-card.tsx'
import { NamesCard } from './names-card.tsx'

export { clientAction } from '../../offline-action.ts'

const idOf = ({ id = '' }: Record<string, string | undefined>): string => {
  if (!isUuid(id)) throw notFound()
  return id
}

export const loader = loaderFor.member(async ({ scope, params, home, url, membership }) => ({
  customer: await getCustomerDetail(scope, idOf(params)),
  names: await listEarlierNames(scope, idOf(params)),
  home,
  list: `${home}/customers${url.search}`,
  workspace: membership.name,
  can: customersCan(scope.actor),
}))

export type CustomerPageData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  update: async ({ form, write, params, home, url, deps }) => {
    const changes = validateForm(CustomerUpdate, {
      name: form.textOrNull('name'),
      email: form.textOrNull('email'),
      externalId: form.textOrNull('externalId'),
    })
    await write((tx) => updateCustomer(tx, idOf(params), changes, deps.settings.trackedCustomerCaps))
    return redirectWithFlash(`${home}/customers/${params.id}${url.search}`, messages.saved)
  },
  opt_out: async ({ write, params, home, url }) => {
    await write((tx) => setCustomerMail(tx, idOf(params), 'opt_out'))
    return redirectWithFlash(`${home}/customers/${params.id}${url.search}`, messages.mail.wasStopped)
  },
  resume: async ({ write, params, home, url }) => {
    await write((tx) => setCustomerMail(tx, idOf(params), 'resume'))
    return redirectWithFlash(`${home}/customers/${params.id}${url.search}`, messages.mail.wasResumed)
  },
  block: async ({ form, write, params, home, url }) => {
    const isRemoving = form.flag('withContent')
    await write(async (tx) => {
      // First, because it locks the requests before the customer, as all writers do.
      if (isRemoving) await removeCustomerContent(tx, idOf(params))
      await blockCustomer(tx, idOf(params))
    })
    const text = isRemoving ? messages.blocking.doneWithContent : messages.blocking.done
    return redirectWithFlash(`${home}/customers/${params.id}${url.search}`, text)
  },
  unblock: async ({ write, params, home, url }) => {
    await write((tx) => unblockCustomer(tx, idOf(params)))
    return redirectWithFlash(`${home}/customers/${params.id}${url.search}`, messages.blocking.undone)
  },
  delete: async ({ form, write, params, home, url }) => {
    const withRequests = form.flag('withRequests')
    await write((tx) => deleteCustomer(tx, idOf(params), { withRequests }))
    return redirectWithFlash(`${home}/customers${url.search}`, messages.deletion.done({ name: form.text('name') }))
  },
})

export const meta = ({ loaderData }: { loaderData?: CustomerPageData }) =>
  loaderData
    ? [
        {
          title: customersMessages.titleOf({
            page: customerName(loaderData.customer),
            workspace: loaderData.workspace,
          }),
        },
      ]
    : []

export default function Customer() {
  const data = useLoaderData<typeof loader>()
  const clock = useRouteLoaderData<{ now: string; zone: string }>('root')!
  return (
    // The key closes the dialogs of one customer when another is opened.
    <article key={data.customer.id} className="flex flex-col gap-4">
      <CustomerHeader {...data} clock={clock} />
      <CustomerActivityCards customer={data.customer} home={data.home} clock={clock} />
      <CustomerMailCard customer={data.customer} clock={clock} />
      <ConsentCard customer={data.customer} clock={clock} />
      <NamesCard names={data.names} clock={clock} />
    </article>
  )
}
