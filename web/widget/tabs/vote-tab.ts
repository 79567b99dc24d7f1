import { formatVoteCount } from '#i18n/format.ts'
import { ApiError, errorMessageFor } from '../api/client.ts'
import type { FeedbackRequest, WidgetOverview } from '../api/types.ts'
import { element, externalLink, icon } from '../frame/element.ts'
import { messages } from '../messages.ts'
import type { WidgetContext } from './tab.ts'

const arrow = 'M10 4.5 16 12H4z'
const check = 'm4.5 10.5 3.5 3.5 7.5-8'

/** Lists requests with a vote button for identified customers, and a link to the portal for everybody else. */
export function createRequestList(context: WidgetContext, address: string, requests: FeedbackRequest[]): HTMLElement {
  return element(
    'ul',
    { class: 'requests' },
    ...requests.map((request) => {
      const url = `${address}/requests/${request.id}`
      return element(
        'li',
        { class: 'request' },
        context.identity.isKnown() ? voteButton(context, request) : voteLink(url, request),
        element(
          'div',
          { class: 'request-text' },
          externalLink(url, { class: 'request-title', dir: 'auto' }, request.title),
          element('span', { class: `stage stage-${request.stage.replace('_', '-')}` }, request.stageLabel),
        ),
      )
    }),
  )
}

const voteLink = (url: string, { title, votes }: FeedbackRequest): HTMLElement =>
  externalLink(
    url,
    { class: 'vote', 'aria-label': messages.vote.link({ title, count: votes }) },
    icon(arrow, 'vote-arrow'),
    voteCount(votes),
  )

const voteCount = (votes: number): HTMLElement => element('span', {}, formatVoteCount(votes))

/** Updates optimistically and then takes over the server's state. Sends the wanted state, the latest press last. */
function voteButton({ api: server, identity }: WidgetContext, request: FeedbackRequest): HTMLElement {
  let wanted = request.isVoted
  let isBusy = false
  const note = element('p', { class: 'fault', role: 'alert' })
  const show = (votes: number, isVoted: boolean) => {
    button.setAttribute('aria-pressed', String(isVoted))
    button.setAttribute('aria-label', messages.vote.button({ title: request.title, count: votes }))
    button.replaceChildren(icon(arrow, 'vote-arrow'), icon(check, 'vote-check'), voteCount(votes))
  }
  const settle = async () => {
    isBusy = true
    try {
      do {
        const requested = wanted
        const session = await identity.session()
        if (session === null) throw new Error('the visitor is not identified')
        Object.assign(request, await server.vote(request.id, requested, session))
      } while (request.isVoted !== wanted)
    } catch (error) {
      wanted = request.isVoted
      const isGone = error instanceof ApiError && error.status === 404
      note.textContent = isGone ? messages.errors.gone : errorMessageFor(error)
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

export function createVoteTab(context: WidgetContext) {
  const place = element('div', {})
  const show = ({ requests, address }: WidgetOverview) => {
    // Does not replace a vote button while it has the focus.
    if (place.contains(focusedElement(place))) return
    place.replaceChildren(
      element('h3', { class: 'lead' }, messages.vote.lead),
      requests.length === 0
        ? element('p', { class: 'quiet' }, messages.vote.none)
        : createRequestList(context, address, requests),
      element('p', { class: 'more' }, externalLink(address, {}, messages.vote.all)),
    )
  }
  return { element: place, show }
}

const focusedElement = (place: Node): Element | null => (place.getRootNode() as ShadowRoot | Document).activeElement
