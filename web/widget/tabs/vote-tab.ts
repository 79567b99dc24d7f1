import { away, element, icon } from '../frame/element.ts'
import type { Ground } from './tab.ts'
import { sentenceOf } from '../api/client.ts'
import type { Overview, Request } from '../api/types.ts'
import { words } from '../messages.ts'

const arrow = 'M10 4.5 16 12H4z'
const check = 'm4.5 10.5 3.5 3.5 7.5-8'

/** Requests, each with its vote: who is known votes here, others are led to the portal. */
export function requestList(ground: Ground, address: string, requests: Request[]): HTMLElement {
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
          away(url, { class: 'request-title', dir: 'auto' }, request.title),
          element('span', { class: `stage stage-${request.stage.replace('_', '-')}` }, words.stages[request.stage]),
        ),
      )
    }),
  )
}

const voteLink = (url: string, { title, votes }: Request): HTMLElement =>
  away(url, { class: 'vote', 'aria-label': words.vote.link(title, votes) }, icon(arrow, 'vote-arrow'), numberOf(votes))

const numberOf = (votes: number): HTMLElement => element('span', {}, votes.toLocaleString('en'))

/** Answers at once and settles when the server has; the wanted state is sent and not a change of it, the last one last. */
function voteButton({ server, identity }: Ground, request: Request): HTMLElement {
  let wanted = request.isVoted
  let isBusy = false
  const note = element('p', { class: 'fault', role: 'alert' })
  const show = (votes: number, isVoted: boolean) => {
    button.setAttribute('aria-pressed', String(isVoted))
    button.setAttribute('aria-label', words.vote.button(request.title, votes))
    button.replaceChildren(icon(arrow, 'vote-arrow'), icon(check, 'vote-check'), numberOf(votes))
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
      note.textContent = sentenceOf(error)
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

export function voteSection(ground: Ground) {
  const place = element('div', {})
  const show = ({ requests, address }: Overview) => {
    // A vote that is on its way is not to be taken from under the finger.
    if (place.contains(focused(place))) return
    place.replaceChildren(
      element('h3', { class: 'lead' }, words.vote.lead),
      requests.length === 0
        ? element('p', { class: 'quiet' }, words.vote.none)
        : requestList(ground, address, requests),
      element('p', { class: 'more' }, away(address, {}, words.vote.all)),
    )
  }
  return { element: place, show }
}

const focused = (place: Node): Element | null => (place.getRootNode() as ShadowRoot | Document).activeElement
