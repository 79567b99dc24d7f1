import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addTrackedCustomers } from '../../customers/tracking/counter.ts'
import { newId } from '../../platform/ids.ts'
import { updateCustomers } from '../fingerprints.ts'
import type { ImportedCustomer, ImportedPerson } from '../records.ts'
import { type Batch, columnOf, type Located } from './batch.ts'
import { companiesOf } from './companies.ts'

/** A customer who may be a person in the file. */
interface Candidate {
  id: string
  email: string | null
  name: string | null
  external_id: string | null
  company_id: string | null
}

/** One person in a batch, with the data that all records of the batch have about them. */
interface Group {
  person: ImportedPerson
  keys: Set<string>
  id: string | null
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The keys that identify a person, the strongest first. Email addresses and names are stored only as hashes. */
function keysOf({ id, email, externalId, name }: ImportedPerson): string[] {
  const keys = [
    // The id of a record has at most 255 characters.
    ...(id === undefined ? [] : [`id:${[...id].length <= 252 ? id : hashOf(id)}`]),
    ...(externalId === undefined ? [] : [`external:${hashOf(externalId)}`]),
    ...(email === undefined ? [] : [`email:${hashOf(email.toLowerCase())}`]),
  ]
  // Two people may have the same name, so a name identifies a person only if nothing else is known.
  return keys.length > 0 || name === undefined ? keys : [`name:${hashOf(name.toLowerCase())}`]
}

/** Creates the people of a list of customers, and fills in their empty fields. */
export async function writeCustomers(batch: Batch, records: Located<ImportedCustomer>[]): Promise<void> {
  const resolve = await resolvePeople(
    batch,
    records.map(({ person }) => person),
    true,
  )
  for (const record of records) {
    if (resolve(record.person) === null) batch.refuse(record, 'has neither a name nor an email address')
  }
}

/**
 * Finds or creates the customers for the people in a batch.
 * @param isList whether the people are rows of a list, each of which counts
 * @returns a function from a person to the customer's id; null for a person with only an unknown id
 */
export async function resolvePeople(
  batch: Batch,
  people: ImportedPerson[],
  isList = false,
): Promise<(person: ImportedPerson) => string | null> {
  const groups = groupPeople(batch, people)
  const open = groups.filter(({ id, person }) => id === null || (isList && person !== undefined))
  const candidates = await findCandidates(batch, open)
  const companyOf = await companiesOf(
    batch,
    open.flatMap(({ person }) => (person.company ? [person.company] : [])),
  )
  const created: (Group & { id: string })[] = []
  const filled: { group: Group; before: Candidate }[] = []
  for (const group of open) {
    const known = candidates.of(group)
    if (known !== undefined) {
      group.id = known.id
      if (isList) filled.push({ group, before: known })
    } else if (group.id === null && canBeCreated(group.person)) {
      group.id = newId()
      created.push(group as Group & { id: string })
    }
  }
  insertCustomers(batch, created, companyOf)
  if (isList) await fillEmpty(batch, filled, companyOf)
  rememberPeople(batch, groups, new Set(created))
  const byKey = new Map(groups.flatMap((group) => [...group.keys].map((key) => [key, group.id] as const)))
  return (person) => {
    for (const key of keysOf(person)) {
      const id = batch.knownId('customers', key) ?? byKey.get(key)
      if (id) return id
    }
    return null
  }
}

const canBeCreated = ({ email, name, externalId }: ImportedPerson): boolean =>
  email !== undefined || name !== undefined || externalId !== undefined

/** Merges people who share a key. */
function groupPeople(batch: Batch, people: ImportedPerson[]): Group[] {
  const groups: Group[] = []
  const byKey = new Map<string, Group>()
  for (const person of people) {
    const keys = keysOf(person)
    const known = keys.map((key) => byKey.get(key)).find((group) => group !== undefined)
    const group = known ?? { person, keys: new Set<string>(), id: null }
    if (known === undefined) groups.push(group)
    else known.person = { ...person, ...known.person }
    for (const key of keys) {
      group.keys.add(key)
      if (!byKey.has(key)) byKey.set(key, group)
      group.id ??= batch.knownId('customers', key) ?? null
    }
  }
  return groups
}

/** The id in the customer's product, or a derived id for a person without an email address. */
function externalIdOf({ source }: Batch['run'], { id, email, name, externalId }: ImportedPerson): string | null {
  if (externalId !== undefined) return externalId
  if (email !== undefined) return null
  const own = `${source}:${id ?? name}`
  return own.length <= 255 ? own : `${source}:${hashOf(own)}`
}

async function findCandidates(batch: Batch, groups: Group[]): Promise<{ of(group: Group): Candidate | undefined }> {
  if (groups.length === 0) return { of: () => undefined }
  const { scope, run } = batch
  const keys = groups.flatMap(({ keys }) => [...keys])
  const remembered = new Map((await batch.remembered('customers', keys)).map((row) => [row.sourceId, row.targetId]))
  const emails = groups.flatMap(({ person }) => (person.email === undefined ? [] : [person.email.toLowerCase()]))
  const externalIds = groups.flatMap(({ person }) => externalIdOf(run, person) ?? [])
  const ids = [...new Set([...remembered.values(), ...groups.flatMap(({ id }) => id ?? [])])]
  const { rows } = await sql<Candidate & { lower_email: string | null }>`
    with found as (
      select id from customers where workspace_id = ${scope.workspaceId} and id = any(${ids}::uuid[])
      union select id from customers where workspace_id = ${scope.workspaceId} and lower(email) = any(${emails}::text[])
      union select id from customers where workspace_id = ${scope.workspaceId} and external_id = any(${externalIds}::text[]))
    select c.id, c.email, c.name, c.external_id, c.company_id, lower(c.email) as lower_email
    from found join customers c on c.workspace_id = ${scope.workspaceId} and c.id = found.id`.execute(scope.db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byEmail = new Map(rows.flatMap((row) => (row.lower_email === null ? [] : [[row.lower_email, row]])))
  const byExternalId = new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]])))
  return {
    of({ keys, person, id }) {
      const own = id === null ? undefined : byId.get(id)
      const source = [...keys].map((key) => byId.get(remembered.get(key) ?? '')).find((row) => row !== undefined)
      const external = byExternalId.get(externalIdOf(run, person) ?? '')
      return own ?? source ?? external ?? byEmail.get(person.email?.toLowerCase() ?? '')
    },
  }
}

function insertCustomers(
  batch: Batch,
  created: (Group & { id: string })[],
  companyOf: (id: string) => string | null,
): void {
  batch.count('customers', 'created', created.length)
  const { tx, scope, run } = batch
  if (tx === null || created.length === 0) return
  const rows = created.map(({ id, person }) => ({
    id,
    email: person.email ?? null,
    name: person.name ?? null,
    externalId: externalIdOf(run, person),
    isTracked: person.isStaff !== true,
    companyId: person.company ? companyOf(person.company.id) : null,
    createdAt: earlier(person.createdAt, scope.now),
  }))
  // No `on conflict`: if a concurrent request adds the same person, the transaction is retried and finds them.
  tx.defer(
    sql`insert into customers
        (workspace_id, id, email, name, external_id, is_tracked, company_id, created_at, origin, name_source)
      select ${scope.workspaceId}::uuid, n.*, 'import', 'import'
      from unnest(${columnOf(rows, 'id')}::uuid[], ${columnOf(rows, 'email')}::text[], ${columnOf(rows, 'name')}::text[],
        ${columnOf(rows, 'externalId')}::text[], ${columnOf(rows, 'isTracked')}::boolean[],
        ${columnOf(rows, 'companyId')}::uuid[], ${columnOf(rows, 'createdAt')}::timestamptz[]) as n`.execute(tx.db),
  )
  const tracked = rows.filter(({ isTracked }) => isTracked).length
  // The plan's limit does not apply to an import (ADR 0048). If it is exceeded, new customers are refused afterwards.
  if (tracked > 0) {
    tx.beforeCommit(() => tx.defer(addTrackedCustomers(tx, tracked)))
  }
}

/** Returns a time of the file, unless it is missing or in the future. */
export const earlier = (at: string | undefined, now: string): string => (at === undefined || at > now ? now : at)

/** Fills in empty fields. Never overwrites a field or uses another customer's email address. */
async function fillEmpty(
  batch: Batch,
  matches: { group: Group; before: Candidate }[],
  companyOf: (id: string) => string | null,
): Promise<void> {
  const { tx, scope } = batch
  const changes = matches.flatMap(({ group: { person, keys }, before }) => {
    const company = person.company ? companyOf(person.company.id) : null
    const name = before.name === null ? (person.name ?? null) : null
    const companyId = before.company_id === null ? company : null
    return name === null && companyId === null ? [] : [{ id: before.id, name, companyId, key: [...keys][0]! }]
  })
  batch.count('customers', 'updated', changes.length)
  batch.count('customers', 'unchanged', matches.length - changes.length)
  if (tx === null || changes.length === 0) return
  await updateCustomers(
    tx,
    changes.map(({ id }) => id),
    sql`update customers c set name = coalesce(c.name, n.name),
        name_source = case when c.name is null and n.name is not null then 'import' else c.name_source end,
        company_id = coalesce(c.company_id, n.company_id), updated_at = ${scope.now}
      from unnest(${columnOf(changes, 'id')}::uuid[], ${columnOf(changes, 'name')}::text[],
        ${columnOf(changes, 'companyId')}::uuid[]) as n (id, name, company_id)
      where c.workspace_id = ${scope.workspaceId} and c.id = n.id`,
  )
  batch.rememberChanges(
    'customers',
    changes.map(({ id, name, companyId, key }) => ({
      row: { sourceId: key, targetId: id, fields: {}, importId: null },
      before: { ...(name !== null && { name: null }), ...(companyId !== null && { company_id: null }) },
      after: { ...(name !== null && { name }), ...(companyId !== null && { company_id: companyId }) },
      fields: {},
    })),
  )
}

/** Stores every key of the people, so that a record with only an id finds them. */
function rememberPeople(batch: Batch, groups: Group[], created: Set<Group>): void {
  const rows = groups.flatMap((group) =>
    group.id === null
      ? []
      : [...group.keys]
          .filter((key) => batch.knownId('customers', key) === undefined)
          .map((key) => ({ sourceId: key, targetId: group.id!, isCreated: created.has(group) })),
  )
  const unique = [...new Map(rows.map((row) => [row.sourceId, row])).values()]
  batch.remember('customers', unique)
  for (const { sourceId, targetId } of unique) batch.learn('customers', sourceId, targetId)
}
