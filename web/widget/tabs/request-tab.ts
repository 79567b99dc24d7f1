import { ApiError, errorMessageFor } from '../api/client.ts'
import type { SubmissionResult, WidgetOverview } from '../api/types.ts'
import { element, externalLink } from '../frame/element.ts'
import { messages } from '../messages.ts'
import { createRequestFields, type RequestFields } from './request-fields.ts'
import { createSimilarRequestList } from './similar-requests.ts'
import type { TabView, WidgetContext } from './tab.ts'

/** Creates the request form. Its text is kept while the panel is closed and when sending fails. */
export function createRequestTab(context: WidgetContext): TabView {
  const place = element('div', {})
  const fields = createRequestFields()
  const sender = element('p', { class: 'quiet' })
  const fault = element('p', { class: 'fault', role: 'alert' })
  const button = element('button', { class: 'button primary', type: 'submit' }, messages.ask.send)
  const similar = createSimilarRequestList(fields.title, context)
  const lead = element('h3', { class: 'lead' })
  const submit = (event: Event) => {
    event.preventDefault()
    void send()
  }
  const form = element('form', { class: 'form', novalidate: true, submit })
  form.append(
    lead,
    fields.titleField,
    similar.element,
    fields.descriptionField,
    fields.boardField,
    fields.emailField,
    fields.updatesField,
    fault,
    button,
    sender,
  )

  let overview: WidgetOverview
  const again = () => {
    fields.clear()
    similar.clear()
    place.replaceChildren(form)
    fields.title.focus()
  }
  const send = async () => {
    if (button.ariaDisabled === 'true' || !fields.check()) return
    button.ariaDisabled = 'true'
    button.textContent = messages.ask.sending
    fault.textContent = ''
    try {
      const session = await context.identity.session()
      const { email, ...request } = fields.read()
      // The visitor may have signed in since the form was shown.
      const isContact = email !== undefined && session === null
      const submission = { ...request, ...(isContact && { email }) }
      const submitted = await context.api.submit(submission, session, fields.idempotencyKey())
      const done = confirmation(overview, submitted, email ?? '', again)
      place.replaceChildren(done)
      done.querySelector('h3')!.focus()
    } catch (error) {
      showError(error, fields, fault)
    }
    button.ariaDisabled = null
    button.textContent = messages.ask.send
  }
  place.append(form)
  const show = (latest: WidgetOverview) => {
    overview = latest
    const { workspace, boards, customer, address } = latest
    lead.textContent = messages.ask.lead({ workspace: workspace.name })
    fields.show(latest)
    similar.setPortalUrl(address)
    const name = customer && (customer.name ?? customer.email)
    sender.textContent = name ? messages.ask.as({ name }) : customer ? '' : messages.ask.anonymous
    if (boards.length === 0)
      place.replaceChildren(element('p', { class: 'quiet' }, messages.ask.closed({ workspace: workspace.name })))
    else if (!place.querySelector('form, .done')) place.replaceChildren(form)
  }
  return { element: place, show }
}

function showError(error: unknown, fields: RequestFields, fault: HTMLElement): void {
  if (error instanceof ApiError && error.status === 400 && fields.showErrors(error.details)) return
  fault.textContent = messages.errors.textKept({ error: errorMessageFor(error, messages.errors.closed) })
}

const confirmation = (
  { workspace, address }: WidgetOverview,
  { id, status, confirmation: mailed }: SubmissionResult,
  email: string,
  again: () => void,
): HTMLElement =>
  element(
    'div',
    { class: 'done' },
    element('h3', { tabindex: '-1' }, messages.ask.sent),
    element(
      'p',
      {},
      status === 'pending' ? messages.ask.pending({ workspace: workspace.name }) : messages.ask.published,
    ),
    mailed === undefined
      ? null
      : element(
          'p',
          { dir: 'auto' },
          mailed === 'sent' ? messages.ask.confirmationSent({ email }) : messages.ask.confirmationLimited({ email }),
        ),
    element(
      'p',
      { class: 'actions' },
      status === 'pending' ? null : externalLink(`${address}/requests/${id}`, { class: 'button' }, messages.ask.view),
      element('button', { class: 'button', type: 'button', click: again }, messages.ask.another),
    ),
  )
