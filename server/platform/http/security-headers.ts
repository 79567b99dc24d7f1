import type { FastifyInstance } from 'fastify'

// Nothing that Heed serves uses these features, and no page embedded in one may.
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

const yearSeconds = 365 * 86_400

/**
 * Adds to every response the headers that switch off browser features: devices, and references between windows of
 * different sites. Where the public URL is https, browsers are told to use https only (RFC 6797) for this host; other
 * hosts of the same domain are not ours to decide on.
 */
export function registerSecurityHeaders(http: FastifyInstance, publicUrl: string): void {
  const headers = {
    'permissions-policy': permissionsPolicy,
    'cross-origin-opener-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
