import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { findCustomerOption, toSubmitter } from '#server/customers/picker.ts'
import { Submitter } from '#server/customers/schema.ts'
import { createFeedback } from '#server/feedback/create.ts'
import { FeedbackCreate } from '#server/feedback/schema.ts'
import { isUuid } from '#server/platform/ids.ts'
import { invalid, notFound } from '#server/platform/problems.ts'
import { Strict } from '#server/platform/schemas.ts'
import type { Scope } from '#server/platform/scope.ts'
import { addVote } from '#server/votes/on-behalf.ts'
import { newRequestErrors, newRequestMessages } from '../../messages/requests/new.ts'

/** Creates the request, or votes for a similar one, on behalf of the customer in the form. */
export const newRequestActions = {
  create: async ({ form, write, home, deps }: MemberActionContext) => {
    const created = await write(async (tx) => {
      const submitter = await parseSubmitter(tx, form)
      const input = validateForm(FeedbackCreate, {
        title: form.text('title'),
        description: form.text('description'),
        ...(form.has('boardId') && { boardId: form.text('boardId') }),
        ...(form.textOrNull('sourceUrl') && { sourceUrl: form.text('sourceUrl').trim() }),
        ...(submitter && { submitter }),
      })
      return createFeedback(tx, input, deps.settings.trackedCustomerCaps)
    })
    return redirectWithFlash(`${home}/requests/${created.id}`, newRequestMessages.filed)
  },
  vote: async ({ form, write, home, deps, url }: MemberActionContext) => {
    const id = url.searchParams.get('vote') ?? ''
    if (!isUuid(id)) throw notFound()
    const isNew = await write(async (tx) => {
      const submitter = await parseSubmitter(tx, form)
      if (!submitter) throw invalid([{ path: '/submitter/email', message: newRequestErrors.noOne }])
      return addVote(tx, id, submitter, deps.settings.trackedCustomerCaps)
    })
    const to = `${home}/requests/${id}`
    return isNew
      ? redirectWithFlash(to, newRequestMessages.voted)
      : redirectWithFlash(to, newRequestMessages.votedBefore, { tone: 'info' })
  },
}

const SubmitterForm = Strict({ submitter: Submitter })

/** Returns the chosen customer, or the one typed in; null for neither. @throws 400 */
async function parseSubmitter(scope: Scope, form: FormInput): Promise<Submitter | null> {
  const id = form.textOrNull('customerId')
  if (id !== null) {
    const customer = await findCustomerOption(scope, id)
    if (!customer) throw invalid([{ path: '/customerId', message: newRequestErrors.goneCustomer }])
    return toSubmitter(customer)
  }
  const [email, name] = [form.optionalText('submitter.email'), form.optionalText('submitter.name')]
  if (email === undefined && name === undefined) return null
  if (email === undefined) throw invalid([{ path: '/submitter/email', message: newRequestErrors.noEmail }])
  return validateForm(SubmitterForm, { submitter: { email: email.trim(), ...(name !== undefined && { name }) } })
    .submitter
}
