import { totalmem } from 'node:os'

const mebibyte = 1_024 ** 2
const leastMegabytes = 128
const mostMegabytes = 1_024

/**
 * Returns how much memory the embedded PostgreSQL uses for pages of the database: an eighth of the machine's or the
 * container's memory, from 128 MB (PostgreSQL's default) to 1 GB. The system provides it only when it is used.
 * PostgreSQL's documentation recommends a quarter for a server with nothing else on it, but Node.js is here too.
 * @param memory in bytes
 */
export function sharedBuffers(memory = availableMemory()): { shared_buffers: string } {
  const megabytes = Math.floor(memory / 8 / mebibyte)
  return { shared_buffers: `${Math.min(mostMegabytes, Math.max(leastMegabytes, megabytes))}MB` }
}

/** Without a limit for the container, Node.js returns 0 or more than the machine has. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
