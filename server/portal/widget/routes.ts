import { preflight } from '../http/cors.ts'
import { get, type PortalRoute, post } from '../http/route.ts'
import { overview } from './overview.ts'
import { similar } from './similar.ts'
import { submit } from './submit.ts'
import { vote } from './vote.ts'

// Open, since a script is told in JSON that it has to say who asks, and is led to no page.
const forScripts = { isOpen: true, isFromAnywhere: true, isForScripts: true } as const

/** What pages of other sites ask of the portal, and the script that does so. */
export const widgetRoutes: PortalRoute[] = [
  get('/widget.json', { ...forScripts, isShared: true }, overview),
  get('/widget/similar', { ...forScripts, section: 'requests' }, similar),
  post('/widget/votes', { ...forScripts, section: 'requests' }, vote),
  post('/submissions', { ...forScripts, section: 'requests' }, submit),
  ...['/widget.json', '/widget/similar', '/widget/votes', '/submissions'].map(preflight),
]
