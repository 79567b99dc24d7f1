import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Who may read the trail of the whole workspace. The history of one request is part of its page. */
export const auditCan = (actor: Actor) => ({ see: isAdministrator(actor) })
