import type { FastifyInstance } from 'fastify'

// Portals are public; search engines have no use for pages that need a sign-in.
const rules = `User-agent: *
Allow: /p/
Disallow: /console
Disallow: /api
Disallow: /unsubscribe
`

/** Serves robots.txt on the instance's own host (RFC 9309). Portals serve theirs on custom domains. */
export function serveInstanceRobots(http: FastifyInstance): void {
  http.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(rules),
  )
}
