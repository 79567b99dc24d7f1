import { useLoaderData } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { createCustomer } from '#server/customers/create.ts'
import { Submitter } from '#server/customers/schema.ts'
import { invalid } from '#server/platform/problems.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { customersMessages, customerFormMessages as messages } from '../../messages/customers.ts'
import { CustomerFields } from '../customer-fields.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ home, membership }) => ({
  list: `${home}/customers`,
  workspace: membership.name,
}))

export const action = actionFor.member({
  create: async ({ form, write, home, deps }) => {
    const [email, name, externalId] = ['email', 'name', 'externalId'].map((field) => form.optionalText(field))
    if (email === undefined && externalId === undefined)
      throw invalid([{ path: '/email', message: messages.emailOrIdNeeded }])
    const input = validateForm(Submitter, {
      ...(email && { email }),
      ...(name && { name }),
      ...(externalId && { externalId }),
    })
    const { id } = await write((tx) => createCustomer(tx, input, deps.settings.trackedCustomerCaps))
    return redirectWithFlash(`${home}/customers/${id}`, messages.created)
  },
})

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) =>
  loaderData ? [{ title: customersMessages.titleOf({ page: messages.title, workspace: loaderData.workspace }) }] : []

export default function NewCustomer() {
  const { list } = useLoaderData<typeof loader>()
  return (
    <div className="flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader title={messages.title} meta={messages.intro} back={{ to: list, text: customersMessages.title }} />
      <ActionForm intent="create" guard draftKey="customer:new" noValidate>
        <CustomerFields />
        <FormActions>
          <SubmitButton>{messages.create}</SubmitButton>
          <LinkButton to={list}>{messages.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}
