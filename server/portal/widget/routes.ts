import { getChallenge } from '../http/challenge-route.ts'
import { preflightRoute } from '../http/cors.ts'
import { get, type PortalRoute, post } from '../http/route.ts'
import { contactRoutes } from './confirm-contact.ts'
import { getWidgetEntry } from './entry.ts'
import { getWidgetOverview } from './overview.ts'
import { getSimilarRequests } from './similar.ts'
import { postSubmission } from './submit.ts'
import { postWidgetVote } from './vote.ts'

// Needs no sign-in at the route: a script gets a 401 as JSON instead of a redirect to a page.
const widgetOptions = { isSignInOptional: true, isCrossOrigin: true, isJsonOnly: true } as const

const crossOriginPaths = [
  '/widget.json',
  '/widget/similar',
  '/widget/entries/:id',
  '/widget/challenge',
  '/widget/votes',
  '/submissions',
]

/** The endpoints that the widget calls from pages of other sites. */
export const widgetRoutes: PortalRoute[] = [
  get('/widget.json', { ...widgetOptions, isCacheable: true }, getWidgetOverview),
  get('/widget/similar', { ...widgetOptions, section: 'requests' }, getSimilarRequests),
  get('/widget/entries/:id', { ...widgetOptions, section: 'changelog', isCacheable: true }, getWidgetEntry),
  get('/widget/challenge', widgetOptions, getChallenge),
  post('/widget/votes', { ...widgetOptions, section: 'requests' }, postWidgetVote),
  post('/submissions', { ...widgetOptions, section: 'requests' }, postSubmission),
  ...crossOriginPaths.map(preflightRoute),
  ...contactRoutes,
]
