import { type Html, html } from '../../platform/formats/html.ts'
import { stageOf } from '../../feedback/lifecycle/sync-roadmap-items.ts'
import type { PublicColumn, PublicItem, PublicStatus } from '../../roadmap/public.ts'
import { targetOf } from '../views/dates.ts'
import { voteButton } from '../requests/components.ts'
import { words as requestWords } from '../messages/requests.ts'
import type { Visit } from '../http/context.ts'
import { words } from '../messages/roadmap.ts'

export const roadmapBody = (visit: Visit, columns: PublicColumn[]): Html =>
  html`<div class="intro">
<div><h1>${words.title}</h1>
<p>${words.lead(visit.workspace.name)}${visit.workspace.sections.requests ? ` ${words.leadVotes}` : null}</p></div>
</div>
<nav class="jump" aria-label="${words.jump}">
${columns.map(({ status, count }) => html`<a href="#${anchorOf(status)}">${words.columns[status]} <span>${count.toLocaleString('en')}</span></a>`)}
</nav>
<div class="roadmap">
${columns.map((column) => columnPart(visit, column))}
</div>`

const anchorOf = (status: PublicColumn['status']): string => status.replace('_', '-')

function columnPart(visit: Visit, column: PublicColumn): Html {
  const { status, items, count } = column
  const anchor = anchorOf(status)
  return html`<section class="column" aria-labelledby="${anchor}">
<h2 id="${anchor}"><span class="stage stage-${anchor}">${words.columns[status]}</span> <span class="column-count" aria-hidden="true">${count.toLocaleString('en')}</span><span class="hidden">${words.items(count)}</span></h2>
${items.length === 0 ? html`<p class="column-empty">${words.empty[status]}</p>` : html`<ol class="cards">${items.map((item) => cardOf(visit, item, status))}</ol>`}
${items.length < count ? restPart(visit, column) : null}
</section>
`
}

function restPart({ base, workspace }: Visit, { status, items, count }: PublicColumn): Html {
  const say = status === 'done' ? words.latest : words.first
  return html`<p class="column-rest">${say(items.length, count)}${
    workspace.sections.requests ? html` <a href="${base}/?stage=${stageOf[status]}">${words.all[status]}</a>` : null
  }</p>`
}

/** A request leads to its page, and can be voted for, where the workspace shows its requests. */
function cardOf({ base, workspace }: Visit, item: PublicItem, status: PublicStatus): Html {
  const { feedbackId: id, title, precision, date } = item
  const target = precision && date ? words.target(status, targetOf(precision, date)) : null
  const hasPage = workspace.sections.requests
  return html`<li class="card" id="r-${id}">
${hasPage ? voteButton(base, { ...item, id }, '/roadmap') : null}
<div class="card-text">
<h3 dir="auto">${hasPage ? html`<a href="${base}/requests/${id}">${title}</a>` : title}</h3>
${factsOf(item, target, hasPage)}
</div>
</li>
`
}

function factsOf({ votes, comments }: PublicItem, target: string | null, hasPage: boolean): Html | null {
  const facts = [
    target && html`<span class="target">${target}</span>`,
    hasPage ? null : html`<span>${requestWords.votes(votes)}</span>`,
    hasPage && comments > 0 ? html`<span>${requestWords.comments(comments)}</span>` : null,
  ]
  return facts.every((fact) => fact === null) ? null : html`<p class="facts">${facts}</p>`
}
