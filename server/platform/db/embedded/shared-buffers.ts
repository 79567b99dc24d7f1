import { totalmem } from 'node:os'

const mebibyte = 1_024 ** 2
const leastMegabytes = 128
const mostMegabytes = 1_024

/**
 * Returns the size of the embedded PostgreSQL's shared buffers: an eighth of the memory of the machine or container, from
 * 128 MB (PostgreSQL's default) to 1 GB. The operating system allocates this memory as it is used. PostgreSQL's
 * documentation recommends a quarter for a dedicated server, but Node.js runs on the same machine.
 * @param memory in bytes
 */
export function sharedBuffers(memory = availableMemory()): { shared_buffers: string } {
  const megabytes = Math.floor(memory / 8 / mebibyte)
  return { shared_buffers: `${Math.min(mostMegabytes, Math.max(leastMegabytes, megabytes))}MB` }
}

/** Returns the container's limit, if any, or the memory of the machine. Without a limit, Node.js reports 0 or too much. */
function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
