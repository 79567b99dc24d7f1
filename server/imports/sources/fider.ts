import type { Row, Table } from '../read/row.ts'
import type { AdaptRow } from './definitions.ts'

// The numbers that Fider's backup stores for the status of a post, and for roles of users.
const statuses = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate']
const deletedStatus = 6
const firstStaffRole = 2

/**
 * Prepares to read a backup of Fider, which has a file for each table of its database. Votes and comments refer to
 * posts by row id, a join table links posts and tags, and an official response is part of its post.
 */
export async function prepareFider(tables: Table[]): Promise<AdaptRow> {
  const table = (name: string) => tables.find((each) => each.name === name)
  const tags = new Map<unknown, string>()
  for await (const { values } of rowsOf(table('tags'))) tags.set(values.id, String(values.name))
  const tagsOfPost = new Map<unknown, string[]>()
  for await (const { values } of rowsOf(table('post_tags'))) {
    const name = tags.get(values.tagid)
    if (name !== undefined) tagsOfPost.set(values.postid, [...(tagsOfPost.get(values.postid) ?? []), name])
  }
  const staff = new Set<unknown>()
  const names = new Map<unknown, unknown>()
  for await (const { values } of rowsOf(table('users'))) {
    if (Number(values.role) >= firstStaffRole) staff.add(values.id)
    names.set(values.id, values.name)
  }
  return ({ columns, name }, { values }) => {
    if (values.deletedat) return false
    // Posts that await approval were never public.
    const isWaiting = values.isapproved === false
    if (isWaiting && name === 'comments') return false
    if (name === 'comments') values.isstaff = staff.has(values.userid)
    if (name === 'users') values.isstaff = staff.has(values.id)
    if (values.response && columns.has('respondedby')) values.comments = [csvResponseOf(values)]
    if (!columns.has('tenantid') || !columns.has('responseuserid')) return true
    if (values.status === deletedStatus || values.statusslug === 'deleted') return false
    if (isWaiting) values.status = 'pending'
    // Newer versions have custom statuses, which are identified by name.
    else if (typeof values.statusslug === 'string') values.status = values.statusslug
    else if (typeof values.status === 'number') values.status = statuses[values.status] ?? `status ${values.status}`
    values.tags = tagsOfPost.get(values.id) ?? []
    // Comments and votes refer to the row id of the post, not to its number.
    values.number = values.id
    if (values.response) values.comments = [responseOf(values, names)]
    return true
  }
}

const rowsOf = (table: Table | undefined): AsyncIterable<Row> | Row[] => table?.rows() ?? []

const responseOf = (values: Row['values'], names: Map<unknown, unknown>) => ({
  id: `response-${values.id}`,
  body: values.response,
  authorId: values.responseuserid,
  authorName: names.get(values.responseuserid),
  isStaff: true,
  createdAt: values.responsedate,
})

/** The official response in the CSV of posts, where people only have names. */
const csvResponseOf = (values: Row['values']) => ({
  id: `response-${values.number}`,
  body: values.response,
  authorName: values.respondedby,
  isStaff: true,
  createdAt: values.respondedat,
})
