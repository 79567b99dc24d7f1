import { isAdministrator, isTeam } from '../platform/authorization.ts'
import type { Actor } from '../platform/scope.ts'

/** Returns an actor's permissions on requests, beyond the public's. Write verbs and pages share these rules. */
export const feedbackCan = (actor: Actor) => {
  const isTeamMember = isTeam(actor)
  return {
    triage: isTeamMember,
    edit: isTeamMember,
    /** Set owner, tags and board. */
    organize: isTeamMember,
    promote: isTeamMember,
    send: isTeamMember,
    actOnBehalf: isTeamMember,
    // A merge can be undone.
    merge: isTeamMember,
    // As that of customers: it contains names and addresses.
    export: isAdministrator(actor),
    // A deletion cannot.
    delete: isAdministrator(actor),
  }
}
