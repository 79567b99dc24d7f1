import { Form, useLoaderData } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { listRemovalCandidates, listRemovalIds } from '#server/customers/bulk-removal/candidates.ts'
import { removeCustomers } from '#server/customers/bulk-removal/remove.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { invalidState, notFound } from '#server/platform/problems.ts'
import { Type, Uuid } from '#server/platform/schemas.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Checkbox } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { bulkRemovalMessages as messages } from '../../messages/bulk-removal.ts'
import { customersMessages } from '../../messages/customers.ts'
import { CandidateTable } from './candidate-table.tsx'
import { parseRemovalQuery, toFilter } from './removal-query.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, home, membership }) => {
  // The page serves only a destructive action.
  if (!customersCan(scope.actor).delete) throw notFound()
  const query = parseRemovalQuery(url.searchParams)
  return {
    query,
    candidates: query.isSent ? await listRemovalCandidates(scope, toFilter(query)) : null,
    list: `${home}/customers`,
    workspace: membership.name,
  }
})

const Ids = Type.Array(Uuid(), { maxItems: 1_000 })

export const action = actionFor.member({
  remove: async ({ form, scope, write, home, url }) => {
    const filter = toFilter(parseRemovalQuery(url.searchParams))
    const ids = form.flag('all') ? await listRemovalIds(scope, filter) : validateForm(Ids, form.all('id'))
    if (ids.length === 0) throw invalidState(messages.noneSelected)
    await write((tx) => removeCustomers(tx, ids))
    return redirectWithFlash(`${home}/customers`, messages.started({ count: ids.length }))
  },
})

type BulkRemovalData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: BulkRemovalData }) =>
  loaderData ? [{ title: customersMessages.titleOf({ page: messages.title, workspace: loaderData.workspace }) }] : []

export default function BulkRemoval() {
  const data = useLoaderData<typeof loader>()
  return (
    <div className="flex flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        title={messages.title}
        meta={messages.intro}
        back={{ to: data.list, text: customersMessages.title }}
      />
      <FilterForm {...data} />
      {data.candidates && <Candidates candidates={data.candidates} />}
    </div>
  )
}

function FilterForm({ query }: BulkRemovalData) {
  return (
    <Form className="flex max-w-form flex-col gap-4" aria-label={messages.find}>
      <Field name="from" label={messages.from}>
        <TextInput type="datetime-local" defaultValue={query.from} step={1} />
      </Field>
      <Field name="until" label={messages.until}>
        <TextInput type="datetime-local" defaultValue={query.until} step={1} />
      </Field>
      <Checkbox
        name="portal"
        label={messages.isFromPortal}
        help={messages.isFromPortalHelp}
        defaultChecked={query.isFromPortal}
      />
      <div>
        <Button type="submit" name="find" value="yes">
          {messages.find}
        </Button>
      </div>
    </Form>
  )
}

function Candidates({ candidates: { rows, total } }: { candidates: NonNullable<BulkRemovalData['candidates']> }) {
  if (rows.length === 0) return <p className="text-muted">{messages.none}</p>
  return (
    <ActionForm intent="remove" noValidate>
      <p role="status">
        {messages.found({ count: total })}. {total > rows.length && messages.shown({ count: rows.length })}
      </p>
      <section className="card" aria-label={messages.list}>
        <CandidateTable rows={rows} />
      </section>
      {total > rows.length && <Checkbox name="all" label={messages.all({ count: total })} />}
      <p className="text-13 text-muted">{messages.warning}</p>
      <FormActions>
        <SubmitButton look="danger">{messages.submit}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
