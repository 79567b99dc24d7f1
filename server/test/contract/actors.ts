import { newId } from '../../platform/ids.ts'
import type { Actor } from '../../platform/scope.ts'
import type { AllowedActor } from './permission-probe.ts'

export const allowedActors: Record<AllowedActor, Actor> = {
  owner: { type: 'member', id: newId(), role: 'owner' },
  admin: { type: 'member', id: newId(), role: 'admin' },
  member: { type: 'member', id: newId(), role: 'member' },
  // The API scopes of a key or app are checked before a verb is called (access.test.ts).
  key: { type: 'key', id: newId() },
  ownerApp: { type: 'app', id: newId(), role: 'owner' },
  adminApp: { type: 'app', id: newId(), role: 'admin' },
  memberApp: { type: 'app', id: newId(), role: 'member' },
  system: { type: 'system', id: null },
  customer: { type: 'customer', id: newId() },
}

/** Actors that have no permission at all. */
const deniedActors: Record<string, Actor> = {
  'anonymous visitor': { type: 'customer', id: null },
  'customer claiming a role': { type: 'customer', id: null, role: 'owner' },
  'member without a role': { type: 'member', id: null },
  'member with an unknown role': { type: 'member', id: null, role: 'guest' as 'member' },
  'app of a former member': { type: 'app', id: newId() },
  'actor of a new type': { type: 'visitor' as 'customer', id: null, role: 'owner' },
}

/** Every kind of actor by name, for probes of permissions. */
export const actors: Record<string, Actor> = { ...allowedActors, ...deniedActors }
