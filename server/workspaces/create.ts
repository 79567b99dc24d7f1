import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { createBoard } from '../boards/create.ts'
import { createCounter } from '../customers/tracking/counter.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { addOwner } from './owners.ts'
import { workspaceCan } from './permissions.ts'
import { plans } from './schema.ts'

export const slugSchema = Type.String({ 'x-text': true, pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' })

export const WorkspaceCreate = Strict({
  name: Text({ min: 1, max: 100 }),
  slug: slugSchema,
  plan: Type.Optional(OneOf([...plans])),
  ownerEmail: Type.Optional(Type.String({ 'x-text': true, format: 'email', maxLength: 254 })),
})
export type WorkspaceCreate = Static<typeof WorkspaceCreate>

/** Creates a workspace with the board that every workspace starts with (contract §11). @throws 400 for a taken slug */
export async function createWorkspace(tx: Omit<WriteScope, 'workspaceId'>, input: WorkspaceCreate) {
  permit(workspaceCan(tx.actor).create)
  const { name, slug, plan = 'growth', ownerEmail } = input
  const scope: WriteScope = { ...tx, workspaceId: newId() }
  const inserted = await tx.db
    .insertInto('workspaces')
    .values({ workspace_id: scope.workspaceId, slug, name, plan, created_at: tx.now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('workspace_id')
    .executeTakeFirst()
  if (!inserted) throw invalid([{ path: '/slug', message: 'is taken by another workspace', code: 'taken' }])
  createCounter(scope)
  await createBoard(scope, { name: 'Feature requests', slug: 'feature-requests' })
  if (ownerEmail !== undefined) addOwner(scope, ownerEmail)
  audit(scope, 'workspace.created', scope.workspaceId, { slug, plan })
  return { id: scope.workspaceId, name, slug, plan }
}

/** Lists all workspaces of the instance with their number of tracked customers, for the operator. */
export const listWorkspaces = (db: WriteScope['db']) =>
  db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_usage as u', 'u.workspace_id', 'w.workspace_id')
    .select([
      'w.workspace_id as id',
      'w.slug',
      'w.name',
      'w.plan',
      sql<number>`coalesce(u.tracked_customers, 0)`.as('trackedCustomers'),
      'w.created_at as createdAt',
    ])
    .orderBy(sql`w.slug`)
    .execute()
