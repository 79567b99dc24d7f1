import { preflightRoute } from '../http/cors.ts'
import { get, type PortalRoute, post } from '../http/route.ts'
import { getWidgetOverview } from './overview.ts'
import { getSimilarRequests } from './similar.ts'
import { postSubmission } from './submit.ts'
import { postWidgetVote } from './vote.ts'

// Open, since a script is told in JSON that it has to say who asks, and is led to no page.
const widgetOptions = { isSignInOptional: true, isCrossOrigin: true, isJsonOnly: true } as const

/** What pages of other sites ask of the portal, and the script that does so. */
export const widgetRoutes: PortalRoute[] = [
  get('/widget.json', { ...widgetOptions, isCacheable: true }, getWidgetOverview),
  get('/widget/similar', { ...widgetOptions, section: 'requests' }, getSimilarRequests),
  post('/widget/votes', { ...widgetOptions, section: 'requests' }, postWidgetVote),
  post('/submissions', { ...widgetOptions, section: 'requests' }, postSubmission),
  ...['/widget.json', '/widget/similar', '/widget/votes', '/submissions'].map(preflightRoute),
]
