import { formatNumber, formatTargetDelivery } from '#i18n/format.ts'
import { stageByRoadmapStatus } from '../../feedback/lifecycle/roadmap-status.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PublicRoadmapColumn, PublicRoadmapItem, PublicRoadmapStatus } from '../../roadmap/public.ts'
import type { PortalContext } from '../http/context.ts'
import { requestMessages } from '../messages/requests.ts'
import { roadmapMessages } from '../messages/roadmap.ts'
import { voteButton } from '../requests/components.ts'
import { timeElement } from '../views/dates.ts'
import { personElement } from '../views/person.ts'

export const renderRoadmap = (context: PortalContext, columns: PublicRoadmapColumn[]): Html =>
  html`<div class="intro">
<div><h1>${roadmapMessages.title}</h1>
<p>${roadmapMessages.lead({ workspace: context.workspace.name })}${context.workspace.sections.requests ? ` ${roadmapMessages.leadVotes}` : null}</p></div>
</div>
<nav class="jump" aria-label="${roadmapMessages.jump}">
${columns.map(({ status, count }) => html`<a href="#${anchorOf(status)}">${nameOf(context, status)} <span>${formatNumber(count)}</span></a>`)}
</nav>
<div class="roadmap">
${columns.map((column) => columnPart(context, column))}
</div>`

/** Names a column as its stage, which the workspace may have renamed. */
const nameOf = ({ workspace }: PortalContext, status: PublicRoadmapStatus): string =>
  workspace.stageLabels[stageByRoadmapStatus[status]]

const anchorOf = (status: PublicRoadmapColumn['status']): string => status.replace('_', '-')

function columnPart(context: PortalContext, column: PublicRoadmapColumn): Html {
  const { status, items, count } = column
  const anchor = anchorOf(status)
  return html`<section class="column" aria-labelledby="${anchor}">
<h2 id="${anchor}"><span class="stage stage-${anchor}">${nameOf(context, status)}</span> <span class="column-count" aria-hidden="true">${formatNumber(count)}</span><span class="hidden">${roadmapMessages.items({ count })}</span></h2>
${items.length === 0 ? html`<p class="column-empty">${roadmapMessages.empty}</p>` : html`<ol class="cards">${items.map((item) => cardOf(context, item, status))}</ol>`}
${items.length < count ? restPart(context, column) : null}
</section>
`
}

function restPart({ base, workspace }: PortalContext, { status, items, count }: PublicRoadmapColumn): Html {
  const message = status === 'done' ? roadmapMessages.latest : roadmapMessages.first
  return html`<p class="column-rest">${message({ shown: items.length, count })}${
    workspace.sections.requests
      ? html` <a href="${base}/?stage=${stageByRoadmapStatus[status]}">${roadmapMessages.all}</a>`
      : null
  }</p>`
}

/** Renders a card. If the workspace shows requests, the card links to its request and has a vote button. */
function cardOf({ base, workspace }: PortalContext, item: PublicRoadmapItem, status: PublicRoadmapStatus): Html {
  const { feedbackId: id, title } = item
  const target = status === 'done' ? announcementPart(item, workspace) : expectedPart(item)
  const hasPage = workspace.sections.requests
  return html`<li class="card" id="r-${id}">
${hasPage ? voteButton(base, { ...item, id, stage: stageByRoadmapStatus[status] }, '/roadmap') : null}
<div class="card-text">
<h3 dir="auto">${hasPage ? html`<a href="${base}/requests/${id}">${title}</a>` : title}</h3>
${factsOf(item, target, hasPage)}
</div>
</li>
`
}

const expectedPart = ({ precision, date }: PublicRoadmapItem): string | null =>
  precision && date ? roadmapMessages.expected({ date: formatTargetDelivery({ precision, date }) }) : null

/** Says when a finished item was announced first, if the portal shows the announcement. */
const announcementPart = (
  { announcedAt }: PublicRoadmapItem,
  { sections, timeZone }: PortalContext['workspace'],
): Html | null =>
  announcedAt !== null && sections.changelog
    ? html`${roadmapMessages.announced} ${timeElement(announcedAt, timeZone)}`
    : null

function factsOf(
  { votes, comments, author }: PublicRoadmapItem,
  target: Html | string | null,
  hasPage: boolean,
): Html | null {
  const facts = [
    target && html`<span class="target">${target}</span>`,
    hasPage ? null : html`<span>${requestMessages.votes({ count: votes })}</span>`,
    hasPage && comments > 0 ? html`<span>${requestMessages.comments({ count: comments })}</span>` : null,
    author && personElement(author),
  ]
  return facts.every((fact) => fact === null) ? null : html`<p class="facts">${facts}</p>`
}
