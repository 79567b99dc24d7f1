import { invalid, type Problem, problem } from '../../platform/problems.ts'
import type { TrackerGuidance, TrackerPreview } from '../schema.ts'
import type { Provider, TrackerError } from '../tracker.ts'

type PreviewConnection = TrackerPreview['connection']

export const providerNames: Record<Provider, string> = { linear: 'Linear', github: 'GitHub', jira: 'Jira' }

const settingsUrl = (publicUrl: string): string => `${publicUrl}/console/settings/tracker`

/** What to do where no tracker is connected. */
export const connectGuidance = (publicUrl: string): TrackerGuidance => ({
  action: 'connect',
  message: 'No issue tracker is connected to this workspace. Connect one in its settings, then send again.',
  url: settingsUrl(publicUrl),
})

/** What to do about a connection that no longer works, and why it does not. */
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

/** How a workspace is connected, as a preview shows it. */
export const toPreviewConnection = (
  provider: Provider,
  error: TrackerError | null,
  publicUrl: string,
): PreviewConnection => ({
  provider,
  status: error === null ? 'connected' : error.kind === 'revoked' ? 'revoked' : 'stale',
  guidance: error === null ? null : reconnectGuidance(provider, error, publicUrl),
})

/** A failure of the tracker as our own answer (contract §8). */
export function toTrackerProblem(error: TrackerError, provider: Provider, publicUrl: string): Problem {
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'refused')
    return invalid([{ path: '', message: `was refused by ${providerNames[provider]}: ${message}` }])
  if (kind === 'unavailable') {
    const what =
      retryAfterSeconds === null ? 'could not be reached, or did not answer in time' : 'asks for fewer requests'
    return problem(
      'internal_error',
      `${providerNames[provider]} ${what}. Send again: it never makes a second issue.`,
      retryAfterSeconds === null ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } },
    )
  }
  const guidance = reconnectGuidance(provider, error, publicUrl)
  return invalid([{ path: '', message: `cannot be sent: the connection to ${providerNames[provider]} is ${kind}` }], {
    guidance,
  })
}
