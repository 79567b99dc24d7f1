import type { FastifyRequest } from 'fastify'

const loopback = /^(127\.|::1$|::ffff:127\.)/
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether a request comes from this machine itself: behind a proxy here, everybody comes from the loopback address. */
export const isLoopbackRequest = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') && !forwarding.some((name) => name in headers)

/** Whether it was addressed as this machine. A site elsewhere may give its own name our address, and read our answer. */
export const hasLoopbackHost = ({ hostname }: FastifyRequest): boolean =>
  /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(hostname)
