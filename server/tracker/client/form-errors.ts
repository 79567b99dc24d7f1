import { invalid, invalidState, Problem } from '../../platform/problems.ts'
import { type Credential, TrackerError } from '../tracker.ts'

/** What a tracker or a verb refused, in words for people, without a full stop; null for a failure of ours. */
export function toErrorMessage(error: unknown): string | null {
  if (error instanceof TrackerError) return error.message
  if (!(error instanceof Problem)) return null
  return error.extra.details?.map(({ path, message }) => `${path.slice(1)} ${message}`).join('. ') ?? error.message
}

/** The same as a refusal of a form: a credential that was turned away stands beside its field. */
export function toFormError(error: unknown, kind?: Credential['kind']): unknown {
  if (!(error instanceof TrackerError)) return error
  if (error.kind !== 'revoked' || kind === undefined) return invalidState(`${error.message}.`)
  return invalid([
    { path: kind === 'app' ? '/secretKey' : '/token', message: `was turned away by the tracker: ${error.message}` },
  ])
}
