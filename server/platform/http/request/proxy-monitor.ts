import type { FastifyInstance } from 'fastify'
import type { Log } from '../../log.ts'
import type { Settings } from '../../settings.ts'

/**
 * A misconfigured proxy in front of Heed: TRUSTED_PROXIES is unset, although PUBLIC_URL is https, which only a proxy
 * can serve, or although requests have passed through a proxy. All visitors then look like one, and share their limits.
 */
export type ProxyProblem = 'https' | 'forwarded'

type ProxySettings = Pick<Settings, 'publicUrl' | 'trustedProxies'>

/** Finds a wrong proxy set-up while the process runs. */
export interface ProxyMonitor {
  /** Returns the problem; null if none is known. */
  problem(): ProxyProblem | null
  /** The number of requests that had passed an untrusted proxy. */
  forwardedRequests(): number
}

/** Returns a problem that follows from the settings alone, or null. */
export const proxySettingsProblem = ({ publicUrl, trustedProxies }: ProxySettings): ProxyProblem | null =>
  trustedProxies.length === 0 && publicUrl.startsWith('https:') ? 'https' : null

export const proxyAdvice =
  'Set TRUSTED_PROXIES to the address of your proxy, such as 127.0.0.1/32. See docs/operations/configure.md.'

export const proxyMessages: Record<ProxyProblem, string> = {
  https:
    'PUBLIC_URL is https, so there is a proxy in front of Heed, but TRUSTED_PROXIES is not set: all visitors share one address and one set of sign-in limits.',
  forwarded:
    'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set: all visitors behind that proxy share one address and one set of sign-in limits.',
}

/** Watches for requests that have passed a proxy, and logs a wrong set-up at the start and at the first such request. */
export function monitorProxies(http: FastifyInstance, settings: ProxySettings, log: Log): ProxyMonitor {
  const atStart = proxySettingsProblem(settings)
  if (atStart !== null) log.warn({ advice: proxyAdvice }, proxyMessages[atStart])
  let forwarded = 0
  if (settings.trustedProxies.length === 0) {
    http.addHook('onRequest', ({ headers }, _reply, done) => {
      if (headers['x-forwarded-for'] !== undefined) {
        forwarded += 1
        if (forwarded === 1 && atStart === null) log.warn({ advice: proxyAdvice }, proxyMessages.forwarded)
      }
      done()
    })
  }
  return { problem: () => atStart ?? (forwarded > 0 ? 'forwarded' : null), forwardedRequests: () => forwarded }
}
