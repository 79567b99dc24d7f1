import { errorMessageFor } from '../api/client.ts'
import type { FeedbackRequest, WidgetOverview } from '../api/types.ts'
import { element, externalLink, icon } from '../frame/element.ts'
import { messages } from '../messages.ts'
import type { WidgetContext } from './tab.ts'

const arrow = 'M10 4.5 16 12H4z'
const check = 'm4.5 10.5 3.5 3.5 7.5-8'

/** Requests, each with its vote: who is known votes here, others are led to the portal. */
export function createRequestList(ground: WidgetContext, address: string, requests: FeedbackRequest[]): HTMLElement {
  return element(
    'ul',
    { class: 'requests' },
    ...requests.map((request) => {
      const url = `${address}/requests/${request.id}`
      return element(
        'li',
        { class: 'request' },
        ground.identity.isKnown() ? voteButton(ground, request) : voteLink(url, request),
        element(
          'div',
          { class: 'request-text' },
          externalLink(url, { class: 'request-title', dir: 'auto' }, request.title),
          element('span', { class: `stage stage-${request.stage.replace('_', '-')}` }, messages.stages[request.stage]),
        ),
      )
    }),
  )
}

const voteLink = (url: string, { title, votes }: FeedbackRequest): HTMLElement =>
  externalLink(
    url,
    { class: 'vote', 'aria-label': messages.vote.link(title, votes) },
    icon(arrow, 'vote-arrow'),
    voteCount(votes),
  )

const voteCount = (votes: number): HTMLElement => element('span', {}, votes.toLocaleString('en'))

/** Answers at once and settles when the server has; the wanted state is sent and not a change of it, the last one last. */
function voteButton({ api: server, identity }: WidgetContext, request: FeedbackRequest): HTMLElement {
  let wanted = request.isVoted
  let isBusy = false
  const note = element('p', { class: 'fault', role: 'alert' })
  const show = (votes: number, isVoted: boolean) => {
    button.setAttribute('aria-pressed', String(isVoted))
    button.setAttribute('aria-label', messages.vote.button(request.title, votes))
    button.replaceChildren(icon(arrow, 'vote-arrow'), icon(check, 'vote-check'), voteCount(votes))
  }
  const settle = async () => {
    isBusy = true
    try {
      do {
        const asked = wanted
        const session = await identity.session()
        if (session === null) throw new Error('nobody is known')
        Object.assign(request, await server.vote(request.id, asked, session))
      } while (request.isVoted !== wanted)
    } catch (error) {
      wanted = request.isVoted
      note.textContent = errorMessageFor(error)
    }
    isBusy = false
    show(request.votes, request.isVoted)
  }
  const press = () => {
    wanted = !wanted
    note.textContent = ''
    show(request.votes + Number(wanted) - Number(request.isVoted), wanted)
    if (!isBusy) void settle()
  }
  const button = element('button', { class: 'vote', type: 'button', click: press })
  show(request.votes, request.isVoted)
  return element('div', { class: 'vote-place' }, button, note)
}

export function createVoteTab(ground: WidgetContext) {
  const place = element('div', {})
  const show = ({ requests, address }: WidgetOverview) => {
    // A vote that is on its way is not to be taken from under the finger.
    if (place.contains(focusedElement(place))) return
    place.replaceChildren(
      element('h3', { class: 'lead' }, messages.vote.lead),
      requests.length === 0
        ? element('p', { class: 'quiet' }, messages.vote.none)
        : createRequestList(ground, address, requests),
      element('p', { class: 'more' }, externalLink(address, {}, messages.vote.all)),
    )
  }
  return { element: place, show }
}

const focusedElement = (place: Node): Element | null => (place.getRootNode() as ShadowRoot | Document).activeElement
