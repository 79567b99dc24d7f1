import { invalid, invalidState, Problem, problem } from '../../platform/problems.ts'
import type { TrackerGuidance, TrackerPreview } from '../schema.ts'
import { type Credential, type Provider, TrackerError } from '../tracker.ts'

type PreviewConnection = TrackerPreview['connection']

export const providerNames: Record<Provider, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

const settingsUrl = (publicUrl: string): string => `${publicUrl}/console/settings/tracker`

/** Says what to do if no tracker is connected. */
export const connectGuidance = (publicUrl: string): TrackerGuidance => ({
  action: 'connect',
  message: 'No issue tracker is connected to this workspace. Connect one in its settings, then send again.',
  url: settingsUrl(publicUrl),
})

/** Says why a connection no longer works and what to do about it. */
export const reconnectGuidance = (
  provider: Provider,
  { kind, message }: Pick<TrackerError, 'kind' | 'message'>,
  publicUrl: string,
): TrackerGuidance => ({
  action: 'reconnect',
  message:
    kind === 'revoked'
      ? `${providerNames[provider]} no longer accepts the credential of this workspace. Connect it again in the settings, then send again.`
      : `The connection to ${providerNames[provider]} is out of date: ${message}. Connect it again in the settings, then send again.`,
  url: settingsUrl(publicUrl),
})

/** Presents the connection in a preview. */
export const toPreviewConnection = (
  provider: Provider,
  error: TrackerError | null,
  publicUrl: string,
): PreviewConnection => ({
  provider,
  status: error === null ? 'connected' : error.kind === 'revoked' ? 'revoked' : 'stale',
  guidance: error === null ? null : reconnectGuidance(provider, error, publicUrl),
})

/** Turns a failure of the tracker into an API problem (contract §8). */
export function toTrackerProblem(error: TrackerError, provider: Provider, publicUrl: string): Problem {
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'refused') return invalidState(`${providerNames[provider]} rejected the issue: ${message}.`)
  if (kind === 'unavailable') {
    const reason =
      retryAfterSeconds === null ? 'could not be reached, or didn’t respond in time' : 'is rate limiting Heed'
    return problem(
      'internal_error',
      `${providerNames[provider]} ${reason}. Send again: it never creates a second issue.`,
      retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } },
    )
  }
  const guidance = reconnectGuidance(provider, error, publicUrl)
  return invalid([{ path: '', message: `cannot be sent: the connection to ${providerNames[provider]} is ${kind}` }], {
    guidance,
  })
}

/** Returns the message of a tracker error or a problem, without a full stop; null for an unexpected error. */
export function toErrorMessage(error: unknown): string | null {
  if (error instanceof TrackerError) return error.message
  if (!(error instanceof Problem)) return null
  return error.extra.details?.map(({ path, message }) => `${path.slice(1)} ${message}`).join('. ') ?? error.message
}

/** Turns a tracker error into a form error. A rejected credential is reported at its field. */
export function toFormError(error: unknown, credentialKind?: Credential['kind']): unknown {
  if (!(error instanceof TrackerError)) return error
  if (error.kind !== 'revoked' || credentialKind === undefined) return invalidState(`${error.message}.`)
  return invalid([
    {
      path: credentialKind === 'app' ? '/secretKey' : '/token',
      message: `was rejected by the tracker: ${error.message}`,
      code: 'rejected',
      values: { reason: error.message },
    },
  ])
}
