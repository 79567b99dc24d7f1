import { useLoaderData } from 'react-router'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { createCustomer } from '#server/customers/create.ts'
import { Submitter } from '#server/customers/schema.ts'
import { invalid } from '#server/platform/problems.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { customers, customerForm as words } from '../../messages/customers.ts'
import { CustomerFields } from '../customer-fields.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ home, membership }) => ({
  list: `${home}/customers`,
  workspace: membership.name,
}))

export const action = acts.member({
  create: async ({ form, write, home, deps }) => {
    const [email, name, externalId] = ['email', 'name', 'externalId'].map((field) => form.optional(field))
    if (email === undefined && externalId === undefined) throw invalid([{ path: '/email', message: words.oneOf }])
    const input = checked(Submitter, {
      ...(email && { email }),
      ...(name && { name }),
      ...(externalId && { externalId }),
    })
    const { id } = await write((tx) => createCustomer(tx, input, deps.settings.trackedCustomerCaps))
    return done(`${home}/customers/${id}`, words.created)
  },
})

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  loaderData ? [{ title: customers.titleOf(words.title, loaderData.workspace) }] : []

export default function NewCustomer() {
  const { list } = useLoaderData<typeof loader>()
  return (
    <div className="flex max-w-form flex-col gap-6 px-6 py-4 max-md:px-4">
      <PageHeader title={words.title} meta={words.intro} back={{ to: list, text: customers.title }} />
      <ActionForm intent="create" guard noValidate>
        <CustomerFields />
        <FormActions>
          <SubmitButton>{words.create}</SubmitButton>
          <LinkButton to={list}>{words.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}
