import { totalmem } from 'node:os'

const mebibyte = 1_024 ** 2
const leastMegabytes = 128
const mostMegabytes = 1_024

/**
 * Returns sizes for the embedded PostgreSQL's shared buffers, in the order in which to try them, because the operating system
 * may refuse to allocate the first (see `isOutOfMemory`). The first is an eighth of the memory of the machine or container,
 * from 128 MB (PostgreSQL's default) to 1 GB; each of the others is half of the one before. The operating system allocates this
 * memory as it is used. PostgreSQL's documentation recommends a quarter for a dedicated server, but Node.js runs on the same
 * machine.
 * @param memory in bytes
 */
export function sharedBufferSizes(memory = usableMemory(totalmem(), process.constrainedMemory())): string[] {
  const sizes: number[] = []
  const first = Math.min(mostMegabytes, Math.floor(memory / 8 / mebibyte))
  for (let megabytes = first; megabytes > leastMegabytes; megabytes = Math.floor(megabytes / 2)) sizes.push(megabytes)
  return [...sizes, leastMegabytes].map((megabytes) => `${megabytes}MB`)
}

/**
 * Returns the container's limit, if any, or the memory of the machine.
 * @param limit in bytes, as Node.js reports it; without a limit, 0 or more than the machine has
 */
export const usableMemory = (total: number, limit: number): number => (limit > 0 ? Math.min(limit, total) : total)

/**
 * Recognizes PostgreSQL's message that the operating system refused its shared memory, for example because
 * `vm.overcommit_memory` is 2. This is also the message if `huge_pages` is `on` and there are too few.
 */
export const isOutOfMemory = ({ message }: Error): boolean => /could not map anonymous shared memory/.test(message)

export const outOfMemoryHelp =
  `The system refused to allocate even ${leastMegabytes} MB of shared buffers. Free memory or add swap. If ` +
  'vm.overcommit_memory is 2, raise vm.overcommit_ratio.'
