import { type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { createAddressPolicy } from './address-policy.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
}

export interface OutboundResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Calls another system. @throws {OutboundError} for everything but an answer, whatever its status. */
export type OutboundFetch = (url: string, request: OutboundRequest) => Promise<OutboundResponse>

export class OutboundError extends Error {
  /** Whether the other side may have got the request, and acted on it. */
  readonly mayHaveArrived: boolean
  /** Whether it was not sent because of our own rules: the address, the scheme. */
  readonly isForbidden: boolean

  constructor(message: string, { mayHaveArrived = false, isForbidden = false, cause = undefined as unknown } = {}) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
    this.isForbidden = isForbidden
  }
}

export interface Outbound {
  fetch: OutboundFetch
  close(): Promise<void>
}

// The largest answer that is of use is a page of a hundred issues with long descriptions.
const maxResponseBytes = 10 * 1_048_576
const connectMs = 5_000

const forbiddenCode = 'HEED_FORBIDDEN'

/** What a failed connection is called: in none of these cases has anything been sent. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Every address of a name, as the system knows them. */
type ResolveName = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: { address: string; family: number }[]) => void,
) => void

/**
 * The only way out to other systems than mail and databases. Connects to public addresses and to `allowedNetworks`
 * (CIDR) only, without encryption only to the latter, and to the very address that was checked, so that a name cannot
 * change its meaning in between. Follows no redirect, ends with the caller's signal, reads ten megabytes at most.
 */
export function createOutbound(allowedNetworks: readonly string[], resolveName: ResolveName = lookup): Outbound {
  const { isPermitted: canReach, isAllowListed: isAllowed } = createAddressPolicy(allowedNetworks)
  const mayConnect = { 'https:': canReach, 'http:': isAllowed }
  let opened: Promise<LoadedClient> | undefined

  // Loaded only where something is called.
  const open = async (): Promise<LoadedClient> => {
    const { Agent, request } = await import('undici')
    const agentFor = (isOpen: (address: string) => boolean) =>
      new Agent({
        connect: { lookup: guardedLookup(isOpen, resolveName), timeout: connectMs },
        // An answer that is slow is the caller's to give up, by its signal.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxResponseSize: maxResponseBytes,
      })
    return { request, agents: { 'https:': agentFor(canReach), 'http:': agentFor(isAllowed) } }
  }

  return {
    async fetch(address, { method = 'GET', headers = {}, body, signal }) {
      const { url, protocol, host } = readAddress(address)
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !mayConnect[protocol](host)) throw forbidden(forbiddenReason(host, protocol))
      if (signal.aborted) throw new OutboundError('The time for it had run out before it was sent')
      opened ??= open()
      const { request, agents } = await opened
      try {
        const answer = await request(url, {
          dispatcher: agents[protocol],
          method,
          headers: { 'user-agent': 'Heed', 'accept-encoding': 'identity', ...headers },
          body: body ?? null,
          signal,
        })
        return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
      } catch (error) {
        throw toOutboundError(error, url, signal)
      }
    },
    async close() {
      const running = await opened
      opened = undefined
      await Promise.all(Object.values(running?.agents ?? {}).map((agent) => agent.destroy()))
    },
  }
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
    : `${host} is not a public address, and not in one of the networks in OUTBOUND_ALLOW`

function readAddress(address: string): { url: URL; protocol: Protocol; host: string } {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw forbidden('The address must begin with https://')
  }
  if (url.username !== '' || url.password !== '') throw forbidden('The address must not hold a user or a password')
  return { url, protocol: url.protocol, host: url.hostname.replace(/^\[|\]$/g, '') }
}

/** Resolves a name as the system does, and refuses it when any of its addresses may not be connected to. */
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
  if (signal.aborted) return new OutboundError(`${hostname} did not answer in time`, { mayHaveArrived, cause: error })
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new OutboundError(`${hostname} sent more than 10 MB`, { mayHaveArrived, cause: error })
  }
  return new OutboundError(`${hostname} cannot be reached (${code ?? message})`, { mayHaveArrived, cause: error })
}
