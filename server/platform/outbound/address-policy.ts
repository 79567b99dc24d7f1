import { BlockList, isIP } from 'node:net'

/** Ranges that are not public (IANA special-purpose registries, RFC 6890), or that relay to such addresses. */
const notPublic = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, including the metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4',
] as const

// In IPv6, only global unicast is public, except for ranges that embed an IPv4 address or are reserved.
const publicIpv6 = '2000::/3'
const notPublicIpv6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32',
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20', // documentation
  '5f00::/16',
] as const

/** Describes what is wrong with a network in CIDR notation. Returns null if it is valid. */
export function networkProblem(text: string): string | null {
  const [address = '', bits = '', ...rest] = text.split('/')
  const family = isIP(address)
  const maxBits = family === 4 ? 32 : 128
  if (rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits) return null
  return `"${text}" is not a network such as 10.1.0.0/16 or fd00::/8`
}

export function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const refusedIpv4 = createBlockList(notPublic)
const globalIpv6 = createBlockList([publicIpv6])
const refusedIpv6 = createBlockList(notPublicIpv6)

/** An IPv4-mapped address: ::ffff:10.0.0.1 connects to 10.0.0.1. */
const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i

export function unmapIpv4(address: string): string {
  const [, dotted, high, low] = mapped.exec(address) ?? []
  if (dotted !== undefined) return dotted
  if (high === undefined || low === undefined) return address
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

export interface AddressPolicy {
  /** Whether connections to the address are allowed: it is public or in a network that the operator allows. */
  isPermitted(address: string): boolean
  /** Whether the address is in a network that the operator allows. */
  isAllowListed(address: string): boolean
}

/** @param allowedNetworks in CIDR notation. */
export function createAddressPolicy(allowedNetworks: readonly string[]): AddressPolicy {
  const allowed = createBlockList(allowedNetworks)
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
  // Ignores the zone of a link-local address, which is never public.
  const plain = (address: string) => unmapIpv4(address.split('%', 1)[0]!)

  const isAllowListed = (text: string) => {
    const address = plain(text)
    return isIP(address) !== 0 && allowed.check(address, familyOf(address))
  }
  const isPublic = (text: string) => {
    const address = plain(text)
    if (isIP(address) === 4) return !refusedIpv4.check(address, 'ipv4')
    return isIP(address) === 6 && globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
  }
  return { isAllowListed, isPermitted: (address) => isAllowListed(address) || isPublic(address) }
}
