import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import { nilUuid } from '../platform/ids.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { customerColumns, customerCounts, type ListedCustomer } from './list.ts'
import { customersCan } from './permissions.ts'

// The number of rows in memory at a time.
const batchSize = 1_000

const headerRow = ['id', 'email', 'name', 'external id', 'added', 'mail', 'requests', 'votes', 'comments', 'tracked']

/** Records an export in the audit log. Call it before the first line is sent. @throws 403 */
export function recordExport(tx: WriteScope): void {
  permit(customersCan(tx.actor).export)
  audit(tx, 'customer.list_exported', tx.workspaceId)
}

/**
 * Yields a header and then every customer as a line of CSV, in id order. Reads in batches outside a transaction, so
 * that a slow download blocks nothing and the list can have any length. Call `recordExport` first.
 * @throws 403
 */
export async function* exportCustomers({ db, workspaceId, actor }: Scope): AsyncGenerator<string> {
  permit(customersCan(actor).export)
  yield utf8ByteOrderMark + csvLine(headerRow)
  let lastId = nilUuid
  for (;;) {
    const { rows } = await sql<ListedCustomer>`
      select ${customerColumns}, ${customerCounts}
      from (select * from customers where workspace_id = ${workspaceId} and id > ${lastId}
            order by id limit ${batchSize}) c order by c.id`.execute(db)
    for (const row of rows) yield toCsvLine(row)
    if (rows.length < batchSize) return
    lastId = rows.at(-1)!.id
  }
}

const toCsvLine = ({ kind, ...row }: ListedCustomer): string => {
  const { id, email, name, externalId, createdAt, mail, requests, votes, comments } = row
  const tracked = kind === 'tracked' ? 'yes' : 'no'
  return csvLine([id, email, name, externalId, createdAt, mail, requests, votes, comments, tracked])
}
