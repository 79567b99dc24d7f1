import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { customerPick, submitterOf } from '#server/customers/picker.ts'
import { Submitter } from '#server/customers/schema.ts'
import { createFeedback } from '#server/feedback/create.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { FeedbackCreate } from '#server/feedback/schema.ts'
import { permit } from '#server/members/roles.ts'
import { isUuid } from '#server/platform/ids.ts'
import { invalid, notFound } from '#server/platform/problems.ts'
import { Strict } from '#server/platform/schemas.ts'
import type { Scope } from '#server/platform/scope.ts'
import { setVote } from '#server/votes/on-behalf.ts'
import { newRequest, refusedNew } from '../../messages/requests/new.ts'

type Visit = MemberVisit & { form: FormInput }

/** Files the request, or votes for one that says the same, for the customer of the form. */
export const filing = {
  create: async ({ form, write, home, deps, scope }: Visit) => {
    permit(feedbackCan(scope.actor).actOnBehalf)
    const made = await write(async (tx) => {
      const submitter = await submitterIn(tx, form)
      const input = checked(FeedbackCreate, {
        title: form.text('title'),
        description: form.text('description'),
        ...(form.has('boardId') && { boardId: form.text('boardId') }),
        ...(form.orNull('sourceUrl') && { sourceUrl: form.text('sourceUrl').trim() }),
        ...(submitter && { submitter }),
      })
      return createFeedback(tx, input, deps.settings.trackedCustomerCaps)
    })
    return done(`${home}/requests/${made.id}`, newRequest.filed)
  },
  vote: async ({ form, write, home, deps, url }: Visit) => {
    const id = url.searchParams.get('vote') ?? ''
    if (!isUuid(id)) throw notFound()
    const isNew = await write(async (tx) => {
      const submitter = await submitterIn(tx, form)
      if (!submitter) throw invalid([{ path: '/submitter/email', message: refusedNew.noOne }])
      return setVote(tx, id, submitter, deps.settings.trackedCustomerCaps)
    })
    const to = `${home}/requests/${id}`
    return isNew ? done(to, newRequest.voted) : done(to, newRequest.votedBefore, { tone: 'info' })
  },
}

const Typed = Strict({ submitter: Submitter })

/** Who was chosen, or else typed in; nobody when neither. @throws 400 */
async function submitterIn(scope: Scope, form: FormInput): Promise<Submitter | null> {
  const id = form.orNull('customerId')
  if (id !== null) {
    const customer = await customerPick(scope, id)
    if (!customer) throw invalid([{ path: '/customerId', message: refusedNew.goneCustomer }])
    return submitterOf(customer)
  }
  const [email, name] = [form.optional('submitter.email'), form.optional('submitter.name')]
  if (email === undefined && name === undefined) return null
  if (email === undefined) throw invalid([{ path: '/submitter/email', message: refusedNew.noEmail }])
  return checked(Typed, { submitter: { email: email.trim(), ...(name !== undefined && { name }) } }).submitter
}
