import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Redirects `/` to the console for browsers, and to the API reference for API clients, which do not accept HTML. The
 * console explains the setup while the instance has no account.
 */
export function homeRoute(app: FastifyInstance): void {
  app.get('/', (request, reply) =>
    reply.header('vary', 'accept').redirect(acceptsHtml(request) ? '/console' : '/docs/'),
  )
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false
