import type { Actor } from '../../platform/scope.ts'

/** Returns whether the actor is this customer, or for `null` an anonymous visitor. */
export const isSelf = ({ type, id }: Actor, customerId: string | null): boolean =>
  type === 'customer' && id === customerId
