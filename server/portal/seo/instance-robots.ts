import type { FastifyInstance } from 'fastify'

// Portals are for everybody; what is not read without signing in is of no use to search engines.
const rules = `User-agent: *
Allow: /p/
Disallow: /console
Disallow: /api
Disallow: /unsubscribe
`

/** What robots are told at the instance's own host (RFC 9309). Hosts of portals answer for themselves. */
export function serveInstanceRobots(http: FastifyInstance): void {
  http.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(rules),
  )
}
