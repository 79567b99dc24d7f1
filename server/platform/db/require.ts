import { type RawBuilder, sql } from 'kysely'

// The function `require` raises it (migration 0053). The standard leaves classes from I to Z to implementations.
const requirementFailed = 'ZR001'

/**
 * Fails the transaction unless a condition holds. It lets a transaction send all its statements at once, although they
 * rely on what the process only remembers (ADR 0061).
 */
export const require = (condition: RawBuilder<boolean>): RawBuilder<null> => sql<null>`require(${condition})`

/** Returns whether a transaction failed because a condition did not hold. It has changed nothing. */
export const isRequirementFailure = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === requirementFailed
