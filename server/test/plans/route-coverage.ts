import openApi from '../../../openapi.json' with { type: 'json' }
import { portalRoutes } from '../../portal/routes.ts'

const byHand = 'People do this by hand, and it reads single rows by their ids.'
const ofTracker = 'Needs a tracker, which takes longer than the database. The request is read by its id.'
const ownText = 'Reads the text of a signed-in customer by its id.'
const reportForm = 'Reads the reported text by its id.'
const proof = 'Computes a proof of work.'
const noRows = 'Reads only the workspace.'
const redirect = 'Redirects.'

/** Routes that need no plan test, with the reason. */
const reasons: Record<string, string> = {
  'GET /api/v1/openapi.json': 'Reads nothing from the database.',
  'GET /api/v1/feedback/:id/send-to-tracker': ofTracker,
  'POST /api/v1/feedback/:id/send-to-tracker': ofTracker,
  'POST /api/v1/boards': byHand,
  'PATCH /api/v1/boards/:id': byHand,
  'POST /api/v1/webhooks': byHand,
  'PATCH /api/v1/webhooks/:id': byHand,
  'DELETE /api/v1/webhooks/:id': byHand,
  'POST /api/v1/webhooks/:id/rotate-secret': byHand,
  'POST /api/v1/webhooks/:id/test': byHand,
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/replay': byHand,
  'POST /api/v1/webhooks/:id/replay': 'People do this by hand after an outage of the receiver.',
  'DELETE /api/v1/customers/:id': 'Runs the same statements as retention, which has a plan test.',
  'GET /p/:slug': 'Shows the same page as /p/:slug/.',
  'GET /p/:slug/requests': redirect,
  'GET /p/:slug/sitemap.xml': 'Crawlers read it about once a day, and it is cached.',
  'GET /p/:slug/robots.txt': noRows,
  'GET /p/:slug/icon.svg': noRows,
  'GET /p/:slug/og.png': noRows,
  'GET /p/:slug/requests/:id/og.png': 'Cached. Reads the request by its id.',
  'GET /p/:slug/changelog/:id/og.png': 'Cached. Reads the entry by its id.',
  'GET /p/:slug/changelog/atom.xml': 'Runs the same statements as rss.xml.',
  'GET /p/:slug/changelog/feed.json': 'Runs the same statements as rss.xml.',
  'GET /p/:slug/changelog/subscription': noRows,
  'GET /p/:slug/changelog/subscription/:token': 'Checks a signature.',
  'GET /p/:slug/files/:id/:name': 'Reads the file by its id.',
  'GET /p/:slug/sign-in': noRows,
  'GET /p/:slug/me/delete': noRows,
  'GET /p/:slug/me/deleted': noRows,
  'GET /p/:slug/requests/:id/edit': ownText,
  'GET /p/:slug/requests/:id/delete': ownText,
  'GET /p/:slug/requests/:id/comments/:comment/edit': ownText,
  'GET /p/:slug/requests/:id/comments/:comment/delete': ownText,
  'GET /p/:slug/changelog/:id/comments/:comment/edit': ownText,
  'GET /p/:slug/changelog/:id/comments/:comment/delete': ownText,
  'GET /p/:slug/requests/:id/report': reportForm,
  'GET /p/:slug/requests/:id/comments/:comment/report': reportForm,
  'GET /p/:slug/changelog/:id/comments/:comment/report': reportForm,
  'GET /p/:slug/challenge': proof,
  'GET /p/:slug/widget/challenge': proof,
  'GET /p/:slug/confirm-request/:token': 'Reads one waiting request by its token.',
  'GET /p/:slug/*': 'Not found.',
}

/** Lists the routes that an app has answered without an error, such as `GET /api/v1/feedback`. */
export async function listSuccessfulRoutes(origin: string): Promise<string[]> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counts = metrics.matchAll(/^heed_http_request_duration_seconds_count\{([^}]*)\}/gm)
  return [...counts].flatMap(([, labels]) => {
    const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels!)![1]!
    return Number(label('status')) < 400 ? [`${label('method')} ${label('route')}`] : []
  })
}

/** Compares routes with those of the API and the portal's pages. @param covered routes with a plan test */
export function findUncovered(covered: Set<string>): { uncovered: string[]; unneededReasons: string[] } {
  const routes = [...apiRoutes(), ...portalPages()]
  return {
    uncovered: routes.filter((route) => !covered.has(route) && !(route in reasons)),
    unneededReasons: Object.keys(reasons).filter((route) => covered.has(route) || !routes.includes(route)),
  }
}

const apiRoutes = (): string[] =>
  Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => `${method.toUpperCase()} /api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )

const portalPages = (): string[] =>
  portalRoutes.filter(({ method }) => method === 'GET').map(({ path }) => `GET /p/:slug${path}`)
