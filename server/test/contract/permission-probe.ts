import type { Role } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** Calls one verb, with an id that does not exist. Its changes are rolled back. */
export type Probe = (tx: WriteScope, id: string) => unknown

/**
 * Actors that can have a permission: a customer who is signed in may upload files. Anonymous visitors, and members without
 * a role, have none at all.
 */
export type AllowedActor = Role | `${Role}App` | 'key' | 'system' | 'customer'

export interface PermissionProbe {
  allowed: readonly AllowedActor[]
  verbs: Record<string, Probe>
}

/** Groups of actors that have a permission. */
export const team = ['owner', 'admin', 'member', 'ownerApp', 'adminApp', 'memberApp', 'key', 'system'] as const
export const administrators = ['owner', 'admin', 'ownerApp', 'adminApp', 'key', 'system'] as const
export const owners = ['owner', 'ownerApp', 'key', 'system'] as const
