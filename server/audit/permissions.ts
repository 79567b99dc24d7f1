import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Permissions on the audit log of the workspace. The history of one request is part of its page. */
export const auditCan = (actor: Actor) => ({ see: isAdministrator(actor) })
