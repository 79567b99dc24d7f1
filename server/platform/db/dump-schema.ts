import type { Pool } from 'pg'

interface Table {
  name: string
  is_unlogged: boolean
  options: string[]
  columns: string[]
  constraints: string[]
  indexes: string[]
  triggers: string[]
}

/** Returns the schema as SQL in a stable order, so that every migration shows up as a diff. */
export async function dumpSchema(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<Table>(`
    select c.relname as name, c.relpersistence = 'u' as is_unlogged, coalesce(c.reloptions, '{}') as options,
      array(select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
              || case when a.attcollation not in (0, (select oid from pg_collation where collname = 'default'))
                   then (select format(' collate %I', collname) from pg_collation where oid = a.attcollation) else '' end
              || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
              || case when a.attnotnull then ' not null' else '' end
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select format('constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
            where conrelid = c.oid and contype <> 'n' order by contype = 'p' desc, contype, conname) as constraints,
      array(select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class n on n.oid = i.indexrelid
            where i.indrelid = c.oid and not exists (select from pg_constraint where conindid = i.indexrelid)
            order by n.relname) as indexes,
      array(select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
            order by t.tgname) as triggers
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1`)

  const { rows: functions } = await pool.query<{ definition: string }>(`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by p.proname, p.oid::regprocedure::text`)
  const { rows: extensions } = await pool.query<{ name: string }>(
    "select extname as name from pg_extension where extname <> 'plpgsql' order by 1",
  )

  return [
    '-- Generated from migrations/ by `npm run generate`. Read the schema here; change it with a new migration.',
    '',
    ...extensions.map(({ name }) => `create extension ${name};`),
    ...functions.map(({ definition }) => `\n${definition.trimEnd().replace('FUNCTION public.', 'FUNCTION ')};`),
    ...tables.map(describe),
    '',
  ].join('\n')
}

const describe = ({ name, is_unlogged, options, columns, constraints, indexes, triggers }: Table): string =>
  [
    '',
    `create ${is_unlogged ? 'unlogged ' : ''}table ${name} (`,
    [...columns, ...constraints].map((line) => `  ${line}`).join(',\n'),
    options.length > 0 ? `) with (${options.join(', ')});` : ');',
    ...[...indexes, ...triggers].map((definition) => `${definition.replace(' ON public.', ' ON ')};`),
  ].join('\n')
