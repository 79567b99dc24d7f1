import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../platform/loopback.ts'

const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'X-Request-Id',
  'X-Service-Agent',
].join(', ')

const exposedHeaders = ['WWW-Authenticate', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'].join(', ')

/**
 * Allows clients in browsers to call the server from any origin. They must send a token, which browsers do not add on
 * their own, so another page cannot act for its visitor.
 */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': allowedHeaders,
    'access-control-expose-headers': exposedHeaders,
    'access-control-max-age': '7200',
  })
}

/**
 * Returns whether a page reaches this server through its own host name, which is neither the public name nor this
 * machine: an attacker has pointed the name at our address (DNS rebinding).
 */
export function isReboundHost({ headers, hostname }: FastifyRequest, publicUrl: string): boolean {
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const page = new URL(origin).hostname
  return page === hostname && page !== new URL(publicUrl).hostname && !isLoopbackHost(page)
}
