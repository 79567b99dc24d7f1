import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { type CustomerFilter, type ListedCustomer, listCustomers } from './list.ts'
import { customersCan } from './permissions.ts'

// The longest page of the list; the number of rows in memory at a time.
const batchSize = 100

const headerRow = ['id', 'email', 'name', 'external id', 'added', 'mail', 'requests', 'votes', 'comments', 'tracked']

/** Records an export in the audit log. Call it before the first line is sent. @throws 403 */
export function recordExport(tx: WriteScope): void {
  permit(customersCan(tx.actor).export)
  audit(tx, 'customer.list_exported', tx.workspaceId)
}

/**
 * Yields a header and then every customer of the list as a line of CSV, newest first, or the best matches of a search.
 * Reads page by page outside a transaction, so that a slow download blocks nothing and the list can have any length. Call
 * `recordExport` first.
 * @throws 403
 */
export async function* exportCustomers(
  scope: Scope,
  { search, filter }: Pick<CustomerFilter, 'search' | 'filter'>,
  signer: Signer,
): AsyncGenerator<string> {
  permit(customersCan(scope.actor).export)
  yield utf8ByteOrderMark + csvLine(headerRow)
  let cursor: string | undefined
  do {
    const { data, pagination } = await listCustomers(scope, { search, filter, cursor, limit: batchSize }, signer)
    for (const row of data) yield toCsvLine(row)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
}

const toCsvLine = ({ kind, ...row }: ListedCustomer): string => {
  const { id, email, name, externalId, createdAt, mail, requests, votes, comments } = row
  const tracked = kind === 'tracked' ? 'yes' : 'no'
  return csvLine([id, email, name, externalId, createdAt, mail, requests, votes, comments, tracked])
}
