const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
const loopbackHost = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Returns whether a socket's address belongs to this machine. */
export const isLoopbackAddress = (address: string): boolean => loopbackAddress.test(address)

/** Returns whether the host of a URL or a setting is this machine (RFC 6761, section 6.3, for `.localhost`). */
export const isLoopbackHost = (host: string): boolean => loopbackHost.test(host)
