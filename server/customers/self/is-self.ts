import type { Actor } from '../../platform/scope.ts'

/** Whether a customer acts for themself. */
export const isSelf = ({ type, id }: Actor, customerId: string): boolean => type === 'customer' && id === customerId
