import assert from 'node:assert/strict'
import type { Role } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'

/** Returns the scope with a team member of this role as the actor. */
export const asRole = <S extends Scope>(scope: S, role: Role, id: string | null = null): S => ({
  ...scope,
  actor: { type: 'member', id, role },
})

/** Whether an error is a 403 for the role. */
export const forbiddenError = { code: 'forbidden' }

/** Whether an error is a 400 that names exactly these paths. */
export const invalidPaths =
  (...paths: string[]) =>
  (error: { code?: string; extra?: { details?: { path: string }[] } }): true => {
    assert.equal(error.code, 'validation_error')
    assert.deepEqual(
      error.extra?.details?.map(({ path }) => path),
      paths,
    )
    return true
  }
