import assert from 'node:assert/strict'
import type { Role } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'

/** The same scope, as a member of the team who has this role. */
export const asRole = <S extends Scope>(scope: S, role: Role, id: string | null = null): S => ({
  ...scope,
  actor: { type: 'member', id, role },
})

/** A refusal for the role. */
export const forbiddenError = { code: 'forbidden' }

/** A 400 that names exactly these places. */
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
