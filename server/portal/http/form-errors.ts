import { CustomerCapReached } from '../../customers/identity/identify.ts'
import { Problem, statusByCode } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'

/** Why what was sent with a form was not done, on the page that shows the form once more. */
export interface FormError {
  status: number
  /** For the top of the form. */
  message: string
  headers: Record<string, string>
}

/** @throws what is no refusal, or leaves no form to show: the thing is not there (any more) */
export function toFormError({ workspace }: Pick<PortalContext, 'workspace'>, error: unknown): FormError {
  if (!(error instanceof Problem) || error.code === 'not_found') throw error
  return {
    status: statusByCode[error.code],
    message: error instanceof CustomerCapReached ? commonMessages.full.kept(workspace.name) : error.message,
    headers: error.extra.headers ?? {},
  }
}

/** Which members a 400 names; empty for another refusal. */
export function invalidFields(error: unknown): Set<string> {
  const details = error instanceof Problem && error.code === 'validation_error' ? (error.extra.details ?? []) : []
  return new Set(details.map(({ path }) => path.slice(1)))
}
