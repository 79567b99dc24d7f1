import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** What somebody may do with requests beyond what everybody may. Pages are told by the same. */
export const feedbackCan = (actor: Actor) => {
  const isOfTeam = isTeam(actor)
  return {
    triage: isOfTeam,
    edit: isOfTeam,
    promote: isOfTeam,
    send: isOfTeam,
    actOnBehalf: isOfTeam,
    reply: isOfTeam,
    // It can be undone.
    merge: isOfTeam,
    // It cannot.
    delete: isAdministrator(actor),
  }
}
