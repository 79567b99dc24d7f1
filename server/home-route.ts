import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Leads browsers from `/` to the console, which explains the set-up while the instance has no account. API clients do
 * not accept HTML and go to the API reference.
 */
export function homeRoute(app: FastifyInstance): void {
  app.get('/', (request, reply) =>
    reply.header('vary', 'accept').redirect(acceptsHtml(request) ? '/console' : '/docs/'),
  )
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false
