import { audit } from '../audit/record.ts'
import { customersCan } from '../customers/permissions.ts'
import { permit } from '../platform/authorization.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { listVoters } from './voters.ts'

// The longest page of the list; the number of rows in memory at a time.
const batchSize = 100

const headerRow = ['id', 'name', 'email', 'external id', 'voted']

/** Records an export in the audit log. Call it before the first line is sent. @throws 403 */
export function recordVoterExport(tx: WriteScope, feedbackId: string): void {
  permit(customersCan(tx.actor).export)
  audit(tx, 'feedback.voters_exported', feedbackId)
}

/**
 * Yields a header and then every voter of a request as a line of CSV, newest first. Reads page by page outside a
 * transaction, so that a slow download blocks nothing. Call `recordVoterExport` first.
 * @param search finds a part of a name, an email address or an external id
 * @throws 403
 */
export async function* exportVoters(
  scope: Scope,
  feedbackId: string,
  search: string | undefined,
  signer: Signer,
): AsyncGenerator<string> {
  permit(customersCan(scope.actor).export)
  yield utf8ByteOrderMark + csvLine(headerRow)
  let cursor: string | undefined
  do {
    const { data, pagination } = await listVoters(scope, feedbackId, { limit: batchSize, cursor, search }, signer)
    for (const { id, name, email, externalId, votedAt } of data) yield csvLine([id, name, email, externalId, votedAt])
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
}
