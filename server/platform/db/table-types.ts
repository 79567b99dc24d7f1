import type { Pool } from 'pg'

interface Column {
  table: string
  name: string
  /** As `format_type` spells it, without precision. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  /** The values that a check constraint of this column alone allows; null without such a constraint. */
  allowed: string[] | null
}

/** Types that the catalog does not know, by `table.column`. */
const knownTypes: Record<string, { type: string; from: string }> = {
  'feedback.stage': { type: 'Stage', from: './feedback/schema.ts' },
  'tracker_connections.stage_mapping': { type: 'Partial<StageMapping>', from: './tracker/sync/stage-mapping.ts' },
}

// As the driver returns and accepts them (database.ts).
const driverTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'character varying': 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  date: 'string',
  'timestamp with time zone': 'string',
  'timestamp without time zone': 'string',
  json: 'unknown',
  jsonb: 'unknown',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'integer[]': 'number[]',
  tsvector: 'string',
}

/** Writes server/tables.ts: the columns of every table as Kysely types. */
export async function generateTableTypes(pool: Pool): Promise<string> {
  const columns = await readColumns(pool)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const imports = Object.values(knownTypes)
    .map(({ type, from }) => `import type { ${type.replace(/^Partial<(.*)>$/, '$1')} } from '${from}'`)
    .join('\n')
  const bodies = tables.map((table) => {
    const lines = columns.filter((column) => column.table === table).map(describeColumn)
    return `  ${table}: {\n${lines.join('\n')}\n  }`
  })
  return `// Generated from migrations/ by \`npm run generate\`.
import type { ColumnType, Generated } from 'kysely'
${imports}

/** The columns of every table, as the driver returns and accepts them. Times are ISO 8601 UTC strings. */
export interface Tables {
${bodies.join('\n')}
}
`
}

function describeColumn(column: Column): string {
  const { table, name, type, isNullable, hasDefault, isGenerated, allowed } = column
  const driverType = driverTypes[type]
  if (driverType === undefined) throw new Error(`${table}.${name} has type ${type}, which table-types.ts does not map.`)
  const known = knownTypes[`${table}.${name}`]?.type
  const selected = known ?? allowed?.map((value) => `'${value}'`).join(' | ') ?? driverType
  const orNull = isNullable && selected !== 'unknown' ? `${selected} | null` : selected
  if (isGenerated) return `    ${name}: ColumnType<${orNull}, never, never>`
  if (type === 'jsonb' || type === 'json') {
    // JSON is written as text, because the driver would convert a JavaScript array to a PostgreSQL array.
    const text = isNullable ? 'string | null' : 'string'
    return `    ${name}: ColumnType<${orNull}, ${text}${hasDefault ? ' | undefined' : ''}, ${text}>`
  }
  return `    ${name}: ${hasDefault ? `Generated<${orNull}>` : orNull}`
}

async function readColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column & { check: string | null }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable", a.atthasdef and a.attgenerated = '' as "hasDefault",
      a.attgenerated <> '' as "isGenerated",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like format('CHECK ((%I = ANY (ARRAY[''%%', a.attname)) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`)
  return rows.map(({ check, ...column }) => ({
    ...column,
    allowed: check === null ? null : [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value!),
  }))
}
