import type { Actor } from '../platform/scope.ts'

export const commentsCan = ({ type }: Actor) => ({ reply: type !== 'customer', delete: type !== 'customer' })
