import { CapReached } from '../../customers/identity/identify.ts'
import { Problem, statusOf } from '../../platform/problems.ts'
import type { Visit } from './context.ts'
import { words } from '../messages/common.ts'

/** Why what was sent with a form was not done, on the page that shows the form once more. */
export interface Refusal {
  status: number
  /** For the top of the form. */
  sentence: string
  headers: Record<string, string>
}

/** @throws what is no refusal, or leaves no form to show: the thing is not there (any more) */
export function refusalOf({ workspace }: Pick<Visit, 'workspace'>, error: unknown): Refusal {
  if (!(error instanceof Problem) || error.code === 'not_found') throw error
  return {
    status: statusOf[error.code],
    sentence: error instanceof CapReached ? words.full.kept(workspace.name) : error.message,
    headers: error.extra.headers ?? {},
  }
}

/** Which members a 400 names; empty for another refusal. */
export function faultyMembers(error: unknown): Set<string> {
  const details = error instanceof Problem && error.code === 'validation_error' ? (error.extra.details ?? []) : []
  return new Set(details.map(({ path }) => path.slice(1)))
}
