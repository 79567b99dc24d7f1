import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from '../../loopback.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether a request comes directly from this machine. Behind a local proxy, every request has a loopback address. */
export const isLoopbackRequest = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => name in headers)

/**
 * Whether a request names this machine in its Host header. A site can resolve its own name to a loopback address and
 * read our responses (DNS rebinding), so the address alone is not enough.
 */
export const hasLoopbackHost = ({ hostname }: FastifyRequest): boolean => isLoopbackHost(hostname)
