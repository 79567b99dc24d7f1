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
export const clientNetwork = (address: string): string => ipv6Prefix(address, 4)

/** Returns the network that one customer of a provider may control: an IPv4 address, or the /48 of an IPv6 address. */
export const clientSite = (address: string): string => ipv6Prefix(address, 3)

/** Returns an IPv4 address as it is, and the network with the first groups of 16 bits of an IPv6 address. */
function ipv6Prefix(address: string, groupCount: number): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::') as [string, string?]
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const prefix = all.slice(0, groupCount).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/${16 * groupCount}`
}
