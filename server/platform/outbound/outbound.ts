import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { createAddressPolicy } from './address-policy.ts'
import { createNameResolver, type ResolveName } from './resolve-name.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Reads at most this many bytes of the response and drops the rest, instead of failing beyond 10 MB. */
  excerptBytes?: number
}

export interface OutboundResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Calls another system. @throws {OutboundError} if there is no response. A response of any status is not an error. */
export type OutboundFetch = (url: string, request: OutboundRequest) => Promise<OutboundResponse>

export class OutboundError extends Error {
  /** Whether the other side may have received the request and acted on it. */
  readonly mayHaveArrived: boolean
  /** Whether our own rules for addresses and schemes prevented the request. */
  readonly isForbidden: boolean

  constructor(message: string, { mayHaveArrived = false, isForbidden = false, cause = undefined as unknown } = {}) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
    this.isForbidden = isForbidden
  }
}

export interface Outbound {
  fetch: OutboundFetch
  /**
   * Returns why requests to a URL would be refused; null if they would not. A host name that cannot be resolved
   * now is not refused, because each request resolves it again.
   */
  refuse(url: string): Promise<string | null>
  close(): Promise<void>
}

// The largest useful response is a page of a hundred issues with long descriptions.
const maxResponseBytes = 10 * 1_048_576
const connectMs = 5_000
const resolveMs = 2_000

const forbiddenCode = 'HEED_FORBIDDEN'

/** Codes of failed connections. In none of these cases has anything been sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT', // of a name server; a connection has ETIMEDOUT
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Creates the only way to call other systems, apart from mail servers and databases. Connects to public addresses and
 * to `allowedNetworks` (CIDR), and without encryption only to the latter. Connects to the address that was checked, so
 * a host name cannot resolve differently in between. Follows no redirects, stops with the caller's signal, and reads at
 * most 10 MB.
 */
export function createOutbound(
  allowedNetworks: readonly string[],
  // Names of the operator's own network may be in /etc/hosts.
  resolveName: ResolveName = createNameResolver({ asksSystem: allowedNetworks.length > 0 }),
): Outbound {
  const { isPermitted, isAllowListed } = createAddressPolicy(allowedNetworks)
  const mayConnect = { 'https:': isPermitted, 'http:': isAllowListed }
  let client: Promise<LoadedClient> | undefined

  // undici is loaded at the first call.
  const loadClient = async (): Promise<LoadedClient> => {
    const { Agent, request } = await import('undici')
    const agentFor = (mayConnectTo: (address: string) => boolean) =>
      new Agent({
        connect: { lookup: guardedLookup(mayConnectTo, resolveName), timeout: connectMs },
        // The caller's signal ends slow responses.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxResponseSize: maxResponseBytes,
      })
    return { request, agents: { 'https:': agentFor(isPermitted), 'http:': agentFor(isAllowListed) } }
  }

  return {
    async refuse(address) {
      try {
        const { protocol, host } = readAddress(address)
        if (isIP(host) !== 0) return mayConnect[protocol](host) ? null : forbiddenReason(host, protocol)
        const found = await resolveWithin(resolveMs, resolveName, host)
        if (found.every((each) => mayConnect[protocol](each)) && (protocol === 'https:' || found.length > 0))
          return null
        return forbiddenReason(host, protocol)
      } catch (error) {
        if (error instanceof OutboundError) return error.message
        throw error
      }
    },
    async fetch(address, { method = 'GET', headers = {}, body, signal, excerptBytes }) {
      const { url, protocol, host } = readAddress(address)
      // undici connects to a literal IP address without calling `lookup`.
      if (isIP(host) !== 0 && !mayConnect[protocol](host)) throw forbidden(forbiddenReason(host, protocol))
      if (signal.aborted) throw new OutboundError('The request timed out before it was sent')
      client ??= loadClient()
      const { request, agents } = await client
      try {
        const response = await request(url, {
          dispatcher: agents[protocol],
          method,
          headers: { 'user-agent': 'Heed', 'accept-encoding': 'identity', ...headers },
          body: body ?? null,
          signal,
        })
        const text = excerptBytes === undefined ? response.body.text() : readExcerpt(response.body, excerptBytes)
        return { status: response.statusCode, headers: response.headers, text: await text }
      } catch (error) {
        throw toOutboundError(error, url, signal)
      }
    },
    async close() {
      const running = await client
      client = undefined
      await Promise.all(Object.values(running?.agents ?? {}).map((agent) => agent.destroy()))
    },
  }
}

/** Resolves a name to its addresses; to none if that fails or takes too long. */
const resolveWithin = (ms: number, resolveName: ResolveName, name: string): Promise<string[]> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), ms)
    resolveName(name, { all: true }, (error, found) => {
      clearTimeout(timer)
      resolve(error ? [] : found.map(({ address }) => address))
    })
  })

/** Reads the beginning of a body. A body that breaks off or hangs ends the excerpt: the status has arrived. */
async function readExcerpt(body: AsyncIterable<Buffer> & { destroy(): unknown }, bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bytes) break
    }
  } catch {
    // The excerpt is what was read before the body broke off.
  }
  // A cut-off character at the end is dropped.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes), { stream: true })
}

type Protocol = 'https:' | 'http:'

interface LoadedClient {
  request: typeof import('undici').request
  agents: Record<Protocol, Agent>
}

const forbidden = (message: string): OutboundError => new OutboundError(message, { isForbidden: true })

const forbiddenReason = (host: string, protocol: string): string =>
  protocol === 'http:'
    ? `http:// is only for the networks in OUTBOUND_ALLOW, and ${host} is in none of them`
    : `${host} is neither a public address nor in one of the networks in OUTBOUND_ALLOW`

function readAddress(address: string): { url: URL; protocol: Protocol; host: string } {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw forbidden('The URL must begin with https://')
  }
  if (url.username !== '' || url.password !== '') throw forbidden('The URL must not contain a user name or a password')
  return { url, protocol: url.protocol, host: url.hostname.replace(/^\[|\]$/g, '') }
}

/** Resolves a host name, and rejects it if any of its addresses is forbidden. */
const guardedLookup =
  (mayConnect: (address: string) => boolean, resolveName: ResolveName): LookupFunction =>
  (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) done(error, '')
      else if (found.length === 0 || !found.every(({ address }) => mayConnect(address))) {
        done(Object.assign(new Error(hostname), { code: forbiddenCode }), '')
      } else if (options.all) done(null, found)
      else done(null, found[0]!.address, found[0]!.family)
    })
  }

function toOutboundError(error: unknown, { hostname, protocol }: URL, signal: AbortSignal): OutboundError {
  const { code, message } = error as { code?: string; message: string }
  if (code === forbiddenCode) return forbidden(forbiddenReason(hostname, protocol))
  const mayHaveArrived = !notSentCodes.has(code ?? '')
  if (signal.aborted) return new OutboundError(`${hostname} didn’t respond in time`, { mayHaveArrived, cause: error })
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new OutboundError(`${hostname} sent more than 10 MB`, { mayHaveArrived, cause: error })
  }
  return new OutboundError(`${hostname} cannot be reached (${code ?? message})`, { mayHaveArrived, cause: error })
}
