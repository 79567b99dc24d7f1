import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { type ReportTarget, reportContent, reportReasons } from '../../reports/report.ts'
import type { PortalContext, Section } from '../http/context.ts'
import { participate } from '../http/participate.ts'
import { type PortalResponse, pageResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { reportMessages, reportReasonLabels } from '../messages/reports.ts'

const reportRoutesOf = (path: string, section: Section): PortalRoute[] => [
  get(path, { section }, reportPage),
  post(path, { section }, report),
]

/** The form that reports a request or a comment, below the page that shows it. */
export const reportRoutes: PortalRoute[] = [
  ...reportRoutesOf('/requests/:id/report', 'requests'),
  ...reportRoutesOf('/requests/:id/comments/:comment/report', 'requests'),
  ...reportRoutesOf('/changelog/:id/comments/:comment/report', 'changelog'),
]

async function reportPage(context: PortalContext): Promise<PortalResponse> {
  const { base, path, viewer, workspace } = context
  const { of } = targetOf(context)
  if (viewer === null) return redirectTo(context, `/sign-in?${new URLSearchParams({ next: path })}`)
  const title = reportMessages.title[of === 'feedback_id' ? 'request' : 'comment']
  return pageResponse({
    title,
    body: html`<div class="intro"><div><h1>${title}</h1>
<p>${reportMessages.lead({ workspace: workspace.name })}</p></div></div>
<form method="post" action="${base}${path}" class="form">
<fieldset class="choices field"><legend>${reportMessages.reason}</legend>
${reportReasons.map((reason, index) => html`<div class="check"><input type="radio" id="reason-${reason}" name="reason" value="${reason}"${index === 0 ? html` checked` : null}><label for="reason-${reason}">${reportReasonLabels[reason]}</label></div>\n`)}
</fieldset>
<div class="actions"><button class="button primary">${reportMessages.send}</button>
<a class="button quiet" href="${base}${threadPathOf(context)}">${reportMessages.cancel}</a></div>
</form>`,
  })
}

async function report(context: PortalContext, { form }: RequestBody): Promise<PortalResponse> {
  const { path, viewer } = context
  const target = targetOf(context)
  if (viewer === null) return redirectTo(context, `/sign-in?${new URLSearchParams({ next: path })}`)
  const reason = reportReasons.find((known) => known === form.get('reason'))
  if (reason === undefined) throw invalid([{ path: '/reason', message: `must be one of ${reportReasons.join(', ')}` }])
  await participate(context, 'report', viewer.customerId, (tx) => reportContent(tx, target, reason, viewer.customerId))
  return redirectTo(context, `${threadPathOf(context)}?reported#discussion`)
}

/** @throws 404 for a malformed id */
function targetOf({ params: { id = '', comment } }: PortalContext): ReportTarget {
  if (!isUuid(id) || (comment !== undefined && !isUuid(comment))) throw notFound()
  return comment === undefined ? { of: 'feedback_id', id } : { of: 'comment_id', id: comment }
}

/** Returns the path, below the base, of the page that shows the reported content. */
const threadPathOf = ({ path }: PortalContext): string => path.replace(/(\/comments\/[^/]+)?\/report$/, '')
