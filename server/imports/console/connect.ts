import { permit } from '../../platform/authorization.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, invalidState } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { type GitHubKind, gitHubKinds } from '../github/queries.ts'
import { isRepository, isToken } from '../github/repository.ts'
import { importsCan } from '../permissions.ts'
import { createDraft, requestCheck } from './draft.ts'

// A connection is a draft whose file the server downloads itself, in the job that checks it (work.ts). Its token is
// stored encrypted until the import ends or the draft is deleted, and at most for a day without progress.

export interface GitHubConnection {
  /** `owner/name` */
  repository: string
  token: string
  kinds: GitHubKind[]
}

/** Stores a draft of an import from GitHub, and starts to download and check it. @throws 400; 403 @returns its id */
export async function connectGitHub(
  tx: WriteScope,
  vault: Vault,
  { repository, token, kinds }: GitHubConnection,
): Promise<string> {
  permit(importsCan(tx.actor).run)
  const chosen = gitHubKinds.filter((kind) => kinds.includes(kind))
  const errors = [
    ...(isRepository(repository)
      ? []
      : [{ path: '/repository', code: 'invalid', message: 'must be an owner and a repository, such as acme/app' }]),
    ...(isToken(token) ? [] : [{ path: '/token', code: 'required', message: 'must be a GitHub token' }]),
    ...(chosen.length > 0 ? [] : [{ path: '/contents', code: 'required', message: 'must not be empty' }]),
  ]
  if (errors.length > 0) throw invalid(errors)
  const id = newId()
  await createDraft(tx, {
    ...{ id, source: 'github', name: repository, options: { kinds: chosen } },
    credential: vault.seal(token, credentialContext(tx.workspaceId, id)),
  })
  await requestCheck(tx, id)
  return id
}

/** Decrypts the token of an import. @throws 400 if it was stored with another `SECRET_KEY` */
export function openCredential(vault: Vault, workspaceId: string, importId: string, sealed: Buffer): string {
  const token = vault.open(sealed, credentialContext(workspaceId, importId))
  if (token === null) throw invalidState('The token cannot be decrypted: SECRET_KEY has changed. Connect again.')
  return token
}

const keptHours = 24

/**
 * Deletes the tokens of connections without progress for a day. The data they have downloaded can still be imported.
 */
export async function forgetUnusedTokens({ db }: Pick<Database, 'db'>, now: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ credential: null })
    .where('credential', 'is not', null)
    .where('state', 'in', ['draft', 'checked', 'failed'])
    .where('active_at', '<', new Date(Date.parse(now) - keptHours * 3_600_000).toISOString())
    .execute()
}

const credentialContext = (workspaceId: string, importId: string): string => `${workspaceId}/imports/${importId}`
