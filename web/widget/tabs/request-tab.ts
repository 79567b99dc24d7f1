import { away, element } from '../frame/element.ts'
import { type Fields, fieldsOf } from './request-fields.ts'
import type { Ground, Section } from './tab.ts'
import { Refused, sentenceOf } from '../api/client.ts'
import { watchTitle } from './similar-requests.ts'
import type { Filed, Overview } from '../api/types.ts'
import { words } from '../messages.ts'

/** The form of a request. What is written stays while the panel is closed, and when sending fails. */
export function askSection(ground: Ground): Section {
  const place = element('div', {})
  const fields = fieldsOf()
  const sender = element('p', { class: 'quiet' })
  const fault = element('p', { class: 'fault', role: 'alert' })
  const button = element('button', { class: 'button primary', type: 'submit' }, words.ask.send)
  const similar = watchTitle(fields.title, ground)
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
    fault,
    button,
    sender,
  )

  let overview: Overview
  const again = () => {
    fields.clear()
    similar.clear()
    place.replaceChildren(form)
    fields.title.focus()
  }
  const send = async () => {
    if (button.ariaDisabled === 'true' || !fields.check()) return
    button.ariaDisabled = 'true'
    button.textContent = words.ask.sending
    fault.textContent = ''
    try {
      const filed = await ground.server.submit(fields.read(), await ground.identity.session(), fields.key())
      const done = doneNote(overview, filed, again)
      place.replaceChildren(done)
      done.querySelector('h3')!.focus()
    } catch (error) {
      tell(error, fields, fault)
    }
    button.ariaDisabled = null
    button.textContent = words.ask.send
  }
  place.append(form)
  const show = (latest: Overview) => {
    overview = latest
    const { workspace, boards, customer, address } = latest
    lead.textContent = words.ask.lead(workspace.name)
    fields.offer(boards)
    similar.linkTo(address)
    const who = customer && (customer.name ?? customer.email)
    sender.textContent = who ? words.ask.as(who) : customer ? '' : words.ask.nameless
    if (boards.length === 0) place.replaceChildren(element('p', { class: 'quiet' }, words.ask.closed(workspace.name)))
    else if (!place.querySelector('form, .done')) place.replaceChildren(form)
  }
  return { element: place, show }
}

function tell(error: unknown, fields: Fields, fault: HTMLElement): void {
  if (error instanceof Refused && error.status === 400 && fields.blame(error.details)) return
  fault.textContent = `${sentenceOf(error)} ${words.faults.kept}`
}

const doneNote = ({ workspace, address }: Overview, { id, status }: Filed, again: () => void): HTMLElement =>
  element(
    'div',
    { class: 'done' },
    element('h3', { tabindex: '-1' }, words.ask.done),
    element('p', {}, status === 'pending' ? words.ask.waiting(workspace.name) : words.ask.published),
    element(
      'p',
      { class: 'actions' },
      status === 'pending' ? null : away(`${address}/requests/${id}`, { class: 'button' }, words.ask.look),
      element('button', { class: 'button', type: 'button', click: again }, words.ask.another),
    ),
  )
