import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { isMigrated } from '../db/migrate.ts'
import { acceptsWrites } from '../db/unavailable.ts'
import { isLoopbackAddress } from '../loopback.ts'
import { problem } from '../problems.ts'

interface HealthDeps {
  database: { probe: Pool; pool: Pool }
  registry: Pick<Registry, 'contentType' | 'metrics'>
  metricsToken: string | null
  isStopping: () => boolean
}

/** Registers the routes for operators and load balancers: liveness, readiness and metrics (contract §11). */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/healthz', () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    if (deps.isStopping()) return reply.code(503).send({ status: 'stopping' })
    const state = await readDatabaseState(deps.database).catch(() => 'database unreachable')
    return reply.code(state === 'ready' ? 200 : 503).send({ status: state })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, deps.metricsToken)) {
      throw problem(
        'forbidden',
        'Metrics are available only from this machine. Set METRICS_TOKEN to read them from elsewhere.',
      )
    }
    return reply.type(deps.registry.contentType).send(await deps.registry.metrics())
  })
}

/** Does not wait for the connections of requests: a busy server is ready (ADR 0052). */
async function readDatabaseState(database: HealthDeps['database']): Promise<string> {
  if (!(await isMigrated(database.probe))) return 'database not migrated'
  return (await acceptsWrites(database)) ? 'ready' : 'database read-only'
}

function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) {
    // Behind a proxy on this machine, every request has a loopback address.
    const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
    return isLoopbackAddress(request.socket.remoteAddress ?? '') && !isForwarded
  }
  const sent = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
