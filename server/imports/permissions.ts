import { isAdministrator } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on imports: owners and admins run them, undo them and see their problems. */
export const importsCan = (actor: Actor) => ({ run: isAdministrator(actor) })
