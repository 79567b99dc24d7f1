import { type RawBuilder, sql } from 'kysely'

// The function `require` raises it (migration 0053). The standard leaves classes that begin with I to Z to implementations.
const requirementFailed = 'ZR001'

/**
 * Fails the transaction unless a condition holds. With it, a transaction can send all its statements at once, because it
 * need not first read what they rely on (ADR 0061).
 */
export const requireThat = (condition: RawBuilder<boolean>): RawBuilder<null> => sql<null>`require(${condition})`

/** Returns whether a transaction failed because a condition did not hold. It has changed nothing. */
export const isRequirementFailure = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === requirementFailed
