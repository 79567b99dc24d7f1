import { CustomerBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { CustomerCapReached } from '../../customers/identity/identify.ts'
import { Problem, statusByCode } from '../../platform/problems.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'

/** Why a form was rejected, for the page that shows the form again. */
export interface FormError {
  status: number
  /** Shown at the top of the form. */
  message: string
  headers: Record<string, string>
}

/** Converts a problem to a form error. @throws the error itself if it is not a problem, or if it is a 404 */
export function toFormError({ workspace }: Pick<PortalContext, 'workspace'>, error: unknown): FormError {
  if (!(error instanceof Problem) || error.code === 'not_found') throw error
  return {
    status: statusByCode[error.code],
    message: messageOf(error, workspace.name),
    headers: error.extra.headers ?? {},
  }
}

function messageOf(error: Problem, workspace: string): string {
  if (error instanceof CustomerCapReached) return commonMessages.capReached.notSent({ workspace })
  return error instanceof CustomerBlocked ? commonMessages.blocked.text({ workspace }) : error.message
}

/** Returns the fields that a 400 names; empty for any other error. */
export function invalidFields(error: unknown): Set<string> {
  const details = error instanceof Problem && error.code === 'validation_error' ? (error.extra.details ?? []) : []
  return new Set(details.map(({ path }) => path.slice(1)))
}

/** Returns the message of a 400 about a field; null if it names another field, or for any other error. */
export function invalidMessage(error: unknown, field: string): string | null {
  const details = error instanceof Problem && error.code === 'validation_error' ? (error.extra.details ?? []) : []
  return details.find(({ path }) => path === `/${field}`)?.message ?? null
}
