import { type BlockList, isIP } from 'node:net'
import { createBlockList, unmapIpv4 } from '../../outbound/address-policy.ts'

/** Returns the address that a request comes from, as the attempt limits count it. */
export type ResolveClientAddress = (peer: string | undefined, forwardedFor: string | null | undefined) => string

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const normalizeAddress = (text: string): string => unmapIpv4(text.trim().split('%', 1)[0]!)

const listContains = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address))

/**
 * Creates a resolver of client addresses. The client is the peer of the connection or, if that is a trusted proxy, the
 * nearest address in X-Forwarded-For that is not one. Any client can forge the addresses before that.
 * @param trustedProxies in CIDR notation (TRUSTED_PROXIES).
 */
export function createClientAddressResolver(trustedProxies: readonly string[]): ResolveClientAddress {
  const trusted = createBlockList(trustedProxies)
  return (peer, forwardedFor) => {
    let address = normalizeAddress(peer ?? '')
    const hops = (forwardedFor ?? '').split(',').filter((each) => each.trim() !== '')
    while (listContains(trusted, address)) {
      const before = normalizeAddress(hops.pop() ?? '')
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

/** Returns the network that one client controls: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::') as [string, string?]
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
