import type { FastifyRequest } from 'fastify'
import { isLoopbackAddress, isLoopbackHost } from '../../loopback.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Returns whether a request comes directly from this machine, and not through a local proxy on a loopback address. */
export const isLoopbackRequest = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => name in headers)

/**
 * Returns whether the Host header of a request names this machine. A site can resolve its own name to a loopback
 * address and read our responses (DNS rebinding), so the address alone is not enough.
 */
export const hasLoopbackHost = ({ hostname }: FastifyRequest): boolean => isLoopbackHost(hostname)
