import { sql } from 'kysely'
import type { LoadResources } from '../../events/record.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { lookUp } from '../../platform/db/look-up.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import { isUuid } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { type CompanyRow, companyColumns, presentCompany } from './present.ts'
import type { Company, CompanyFilter } from './schema.ts'

/** Returns a company as the API shows it. @throws 404 */
export async function getCompany(scope: Scope, id: string): Promise<Company> {
  const [company] = await listCompaniesByIds(scope, [id])
  if (!company) throw notFound()
  return company
}

/** Returns the companies among these ids, in no particular order. */
export async function listCompaniesByIds({ db, workspaceId }: Scope, ids: string[]): Promise<Company[]> {
  const { rows } = await sql<CompanyRow>`
    select ${companyColumns} from (select distinct unnest(${ids}::uuid[]) as id) wanted
    cross join ${lookUp(sql`select * from companies x where x.workspace_id = ${workspaceId} and x.id = wanted.id`)} k`.execute(
    db,
  )
  return rows.map(presentCompany)
}

/** Loads companies as JSON for their events. */
export const loadCompaniesJson: LoadResources = async (scope, ids) =>
  new Map((await listCompaniesByIds(scope, ids)).map((company) => [company.id, JSON.stringify(company)]))

/** Lists a page of companies, newest first. @throws 400 for a cursor of another list */
export async function listCompanies(scope: Scope, query: CompanyFilter, signer: Signer): Promise<Page<Company>> {
  const { limit = 25, cursor, externalId } = query
  const cursors = createCursors(signer, 'companies', scope.workspaceId, { externalId })
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const { rows } = await sql<CompanyRow>`
    select ${companyColumns} from companies k
    where k.workspace_id = ${scope.workspaceId}
      ${externalId === undefined ? sql`` : sql`and k.external_id = ${externalId}`}
      ${after === undefined ? sql`` : sql`and (k.created_at, k.id) < (${after[0]}, ${after[1]})`}
    order by k.created_at desc, k.id desc limit ${limit + 1}`.execute(scope.db)
  return paginate(rows, limit, cursors, (row) => [row.createdAt, row.id], presentCompany)
}

/**
 * Returns the id of the company with this id, or else with this external id.
 * @throws 400 on `query.company` if the workspace has no such company
 */
export async function resolveCompanyId({ db, workspaceId }: Scope, reference: string): Promise<string> {
  const id = isUuid(reference) ? reference : null
  const { rows } = await sql<{ id: string }>`
    select id from companies where workspace_id = ${workspaceId} and id = ${id}::uuid
    union all
    select id from companies where workspace_id = ${workspaceId} and external_id = ${reference}`.execute(db)
  if (rows[0]) return rows[0].id
  const message = 'must be the UUID or external id of a company of this workspace'
  throw invalid([{ path: 'query.company', message }])
}
