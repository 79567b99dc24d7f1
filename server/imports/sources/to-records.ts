import { createHash } from 'node:crypto'
import { parseDate } from '../read/dates.ts'
import { flatten } from '../read/json.ts'
import { normalizeName, type Row } from '../read/row.ts'
import { cut, toMarkdown, toText } from '../read/texts.ts'
import type { ImportedPerson, ImportedStatus, ImportRecord } from '../records.ts'
import { type Fields, type Refusal, RowError } from './fields.ts'
import type { TableResource } from './generic-fields.ts'
import type { StatusMap } from './statuses.ts'

/** The result of a row: its records, or the reason why it has none, and what was changed to fit the limits. */
export interface MappedRow {
  records: ImportRecord[]
  refusals: readonly Refusal[]
  notes: { column: string | null; reason: string }[]
}

interface Context {
  fields: Fields
  statuses: StatusMap
  notes: MappedRow['notes']
}

/** Turns a row into records. */
export function toRecords(resource: TableResource, row: Row, fields: Fields, statuses: StatusMap): MappedRow {
  if (row.error !== undefined) return { records: [], refusals: [{ column: null, reason: row.error }], notes: [] }
  fields.read(row)
  const context: Context = { fields, statuses, notes: [] }
  try {
    const records = mappers[resource](context)
    return { records: fields.refusals.length > 0 ? [] : records, refusals: fields.refusals, notes: context.notes }
  } catch (error) {
    // A row without its subject has no records. Earlier refusals say more about the reason.
    if (!(error instanceof RowError)) throw error
    const { column, message: reason } = error
    return { records: [], refusals: fields.refusals.length > 0 ? fields.refusals : [{ column, reason }], notes: [] }
  }
}

const mappers: Record<TableResource, (context: Context) => ImportRecord[]> = {
  boards: ({ fields }) => {
    const name = cut(required(fields, 'name'), 100)
    return [
      { resource: 'boards', id: sourceId(fields.text('id') ?? name), name, isPrivate: fields.isTrue('is_private') },
    ]
  },
  tags: ({ fields }) => {
    const name = cut(required(fields, 'name'), 50)
    const color = /^#?([0-9a-f]{6})$/i.exec(fields.text('color') ?? '')?.[1]
    return [
      { resource: 'tags', id: sourceId(name.toLowerCase()), name, ...(color && { color: `#${color.toLowerCase()}` }) },
    ]
  },
  customers: ({ fields }) => {
    const person = personOf(fields, 'author')
    if (!person) throw new RowError(null, 'has neither an id nor an email address')
    const company = fields.text('company_name')
    const companyId = fields.text('company_id') ?? company
    const createdAt = fields.date('created_at')
    return [
      {
        resource: 'customers',
        person: {
          ...person,
          ...(createdAt && { createdAt }),
          ...(company && companyId && { company: { id: sourceId(companyId), name: cut(company, 200) } }),
        },
      },
    ]
  },
  feedback: requestRecords,
  votes: ({ fields }) => {
    const requestId = sourceId(required(fields, 'request_id'))
    const person = personOf(fields, 'person')
    if (!person) throw new RowError(fields.column('person_email'), 'has no voter')
    const createdAt = fields.date('created_at')
    return [{ resource: 'votes', requestId, person, ...(createdAt && { createdAt }) }]
  },
  comments: (context) => commentRecords(context, sourceId(required(context.fields, 'request_id'))),
  changelog: (context) => {
    const { fields } = context
    const title = required(fields, 'title')
    const body = limited(context, 'body', toMarkdown(fields.value('body')), 100_000)
    const status = normalizeName(fields.text('status') ?? '')
    const createdAt = fields.date('created_at')
    const publishedAt = fields.date('published_at')
    const isDraft = status === 'draft' || status === 'scheduled'
    const publicTime = isDraft ? undefined : (publishedAt ?? (status === '' ? undefined : createdAt))
    return [
      {
        resource: 'changelog',
        id: sourceId(fields.text('id') ?? hashed(title)),
        title: cut(title, 200),
        body,
        tags: fields.list('tags').map((tag) => cut(tag, 50)),
        ...(createdAt && { createdAt }),
        ...(publicTime && { publishedAt: publicTime }),
      },
    ]
  },
}

function required(fields: Fields, field: string): string {
  const text = fields.text(field)
  if (text === undefined) fields.refuse(field, 'is empty')
  return text ?? ''
}

/** Truncates a text that is too long, and notes it. */
function limited({ fields, notes }: Context, field: string, text: string, max: number): string {
  const shortened = cut(text, max)
  if (shortened !== text) {
    notes.push({ column: fields.column(field), reason: `was truncated to ${max.toLocaleString('en')} characters` })
  }
  return shortened
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Ids are stored with at most 255 characters; longer ones as their hash. */
const sourceId = (id: string): string => ([...id].length <= 255 ? id : hashed(id))

const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text)

function personOf(fields: Fields, prefix: 'author' | 'person'): ImportedPerson | undefined {
  const email = fields.text(`${prefix}_email`)
  if (email !== undefined && !isAddress(email)) {
    return fields.refuse(`${prefix}_email`, 'is not an email address')
  }
  const [id, name, externalId] = ['id', 'name', 'external_id'].map((field) => fields.text(`${prefix}_${field}`))
  const own = externalId === id ? undefined : externalId
  if (email === undefined && id === undefined && name === undefined && own === undefined) return undefined
  return {
    ...(id !== undefined && { id: sourceId(id) }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && name !== email && { name: cut(name, 200) }),
    ...(own !== undefined && { externalId: sourceId(own) }),
    ...(fields.isTrue(`${prefix}_is_staff`) && { isStaff: true }),
  }
}

function statusOf({ fields, statuses }: Context): ImportedStatus {
  const name = fields.text('status')
  if (name === undefined) return 'in_review'
  const status = statuses.get(normalizeName(name))
  if (status !== undefined) return status
  fields.refuse('status', `has the status “${cut(name, 100)}”, which is not mapped to a status of Heed`)
  return 'in_review'
}

function requestRecords(context: Context): ImportRecord[] {
  const { fields } = context
  const whole = required(fields, 'title').replaceAll(/\s+/g, ' ')
  const author = personOf(fields, 'author')
  const title = cut(whole, 200)
  const text = toMarkdown(fields.value('description'))
  // A longer title is not lost: the description starts with it.
  const description = limited(context, 'description', title === whole ? text : `${whole}\n\n${text}`.trim(), 10_000)
  const id = sourceId(
    fields.text('id') ??
      hashed(`${whole.toLowerCase()}\n${(author?.email ?? author?.name ?? author?.id ?? '').toLowerCase()}`),
  )
  const [createdAt, updatedAt] = [fields.date('created_at'), fields.date('updated_at')]
  const [board, boardId, url] = [fields.text('board'), fields.text('board_id'), fields.text('url')]
  const votes = Array.isArray(fields.value('votes')) ? undefined : fields.count('votes')
  return [
    {
      resource: 'feedback',
      id,
      title,
      description,
      status: statusOf(context),
      tags: fields.list('tags').map((tag) => cut(tag, 50)),
      ...(board && { board: cut(board, 100) }),
      ...(boardId && { boardId: sourceId(boardId) }),
      isOnPrivateBoard: fields.isTrue('board_is_private'),
      ...(author && { author }),
      ...(createdAt && { createdAt }),
      ...(updatedAt && { updatedAt }),
      ...(votes !== undefined && { votes }),
      ...(url && /^https?:\/\//.test(url) && url.length <= 2_048 && URL.canParse(url) && { sourceUrl: url }),
    },
    ...nestedVotes(context, id),
    ...fields.array('comments').flatMap((comment, index) => nestedComment(context, comment, id, `${id}-${index + 1}`)),
  ]
}

/** Reads voters that are part of their request: addresses, or objects with a voter or the fields of one. */
function nestedVotes({ fields }: Context, requestId: string): ImportRecord[] {
  const voters = [...fields.array('voters'), ...fields.array('votes')]
  return voters.flatMap((voter): ImportRecord[] => {
    if (typeof voter === 'string')
      return isAddress(voter) ? [{ resource: 'votes', requestId, person: { email: voter } }] : []
    if (typeof voter !== 'object' || voter === null) return []
    const values = flatten(voter as Record<string, unknown>)
    const pick = (...keys: string[]) =>
      toText(keys.map((key) => values[key]).find((value) => value != null)) || undefined
    const [address, id, name] = [
      pick('email', 'voteremail', 'useremail'),
      pick('voterid', 'userid', 'id'),
      pick('name', 'votername', 'username'),
    ]
    const email = address !== undefined && isAddress(address) ? address : undefined
    if (!email && !id && !name) return []
    const date = parseDate(pick('createdat', 'created') ?? '', null)
    const createdAt = 'iso' in date ? date.iso : undefined
    return [
      {
        resource: 'votes',
        requestId,
        person: { ...(email && { email }), ...(id && { id: sourceId(id) }), ...(name && { name: cut(name, 200) }) },
        ...(createdAt && { createdAt }),
      },
    ]
  })
}

function commentRecords(
  context: Context,
  requestId: string,
  given: { id?: string; parentId?: string } = {},
): ImportRecord[] {
  const { fields } = context
  const body = limited(context, 'body', toMarkdown(fields.value('body')), 10_000)
  if (body === '') fields.refuse('body', 'is empty')
  const author = personOf(fields, 'author')
  const parentId = given.parentId ?? fields.text('parent_id')
  const createdAt = fields.date('created_at')
  const id = sourceId(
    fields.text('id') ?? given.id ?? hashed(`${requestId}\n${author?.email ?? author?.name ?? ''}\n${body}`),
  )
  const isStaff = author?.isStaff === true
  return [
    {
      resource: 'comments',
      id,
      requestId,
      body,
      isStaff,
      isInternal: fields.isTrue('is_internal'),
      ...(author && { author }),
      ...(parentId && { parentId: sourceId(parentId) }),
      ...(createdAt && { createdAt }),
    },
    ...fields
      .array('replies')
      .flatMap((reply, index) => nestedComment(context, reply, requestId, `${id}-${index + 1}`, id)),
  ]
}

// Threads have one level, and the import flattens deeper ones. This limits the recursion.
const maxReplyDepth = 20

function nestedComment(
  context: Context,
  comment: unknown,
  requestId: string,
  id: string,
  parentId?: string,
): ImportRecord[] {
  if (typeof comment !== 'object' || comment === null || id.split('-').length > maxReplyDepth) return []
  const nested = context.fields.nested('comments', { line: 0, values: flatten(comment as Record<string, unknown>) })
  return commentRecords({ ...context, fields: nested }, requestId, { id, ...(parentId && { parentId }) })
}
