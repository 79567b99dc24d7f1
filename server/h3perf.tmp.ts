import { startTestCluster, copyTemplate } from './test/cluster.ts'
import { openDatabase } from './platform/db/database.ts'
import { createLog } from './platform/log.ts'
import { overviewOf } from './overview/overview.ts'
import { attentionOf } from './overview/attention.ts'
import { mostWanted, waitingOf } from './overview/requests.ts'
import { activityByDay } from './overview/activity.ts'
import { scheduledEntries } from './overview/scheduled.ts'
import { listBoards } from './boards/list.ts'
import { roadmapBoard } from './roadmap/board.ts'
import { customersPage } from './customers/list.ts'
import { auditPage } from './audit/list.ts'
import { audienceOf } from './announcements/audience.ts'
import { Signer } from './platform/secrets.ts'
const cluster = await startTestCluster()
const name = await copyTemplate(cluster.socketDir)
const database = openDatabase({ socketDir: cluster.socketDir, database: name }, { size: 10, log: createLog('error') })
const { pool, db } = database
const w = '0198c0de-0000-7000-8000-000000000001'
try {
  await pool.query(`set statement_timeout=0`)
  const q = async (t: string) => { const c = await pool.connect(); await c.query('set statement_timeout=0'); const s = performance.now(); await c.query(t); c.release(); console.log(t.slice(0, 50).replaceAll('\n',' '), Math.round(performance.now() - s)) }
  await q(`insert into workspaces (workspace_id, slug, name, plan, created_at) values ('${w}','big','Big','growth',now())`)
  await q(`insert into boards (workspace_id,id,slug,name,position,created_at) select '${w}', gen_random_uuid(), 'b'||n, 'B'||n, n, now() from generate_series(1,5) n`)
  await q(`insert into customers (workspace_id,id,email,created_at) select '${w}', gen_random_uuid(), 'c'||n||'@x.test', now() - random()*interval '3 years' from generate_series(1,50000) n`)
  await q(`insert into feedback (workspace_id,id,board_id,title,description,moderation,product_stage,votes,comments,created_at,updated_at,active_at,search_keys)
   select '${w}', gen_random_uuid(), (array(select id from boards))[1+(n%5)], 'Request '||n, repeat('Some words of a description. ', 10), (array['approved','approved','approved','pending','rejected'])[1+(n%5)], (array['in_review','planned','in_progress','completed','closed',null])[1+(n%6)], 0,0, t, t, t + random()*(now()-t), '{1}' from (select n, now() - random()*interval '3 years' as t from generate_series(1,100000) n) x`)
  await q(`insert into votes select f.workspace_id, f.id, c.id, f.created_at + random()*(now()-f.created_at) from (select *, row_number() over () rn from feedback) f join generate_series(1,2) k on true join (select id, row_number() over () rn from customers) c on c.rn = 1 + ((f.rn * 7 + k * 9973) % 50000) on conflict do nothing`)
  await q(`update feedback set votes = 5 + (('x'||substr(md5(id::text),1,4))::bit(16)::int % 200)`)
  await q(`insert into feedback_context (workspace_id, feedback_id, customer_id) select f.workspace_id, f.id, c.id from (select *, row_number() over () rn from feedback) f join (select id, row_number() over () rn from customers) c on c.rn = 1 + (f.rn % 50000) where f.rn % 2 = 0`)
  await q(`insert into comments (workspace_id,id,feedback_id,kind,body,is_internal,created_at,updated_at) select workspace_id, gen_random_uuid(), id, (array['comment','staff_reply'])[1+(k%2)], 'Words', false, now(), now() from feedback, generate_series(1,2) k where votes % 3 > 0`)
  await q(`insert into roadmap_items (workspace_id,id,feedback_id,title,description,status,sort_order,created_at,updated_at) select workspace_id, gen_random_uuid(), id, title, '', (array['planned','in_progress','done','closed'])[1+(votes%4)], row_number() over () * 1024, created_at, created_at from feedback where product_stage in ('planned','completed') limit 5000`)
  await q(`insert into changelog_entries (workspace_id,id,state,title,body,reactions_enabled,comments_enabled,published_at,created_at,updated_at) select '${w}', gen_random_uuid(), 'published', 'E'||n, 'b', true, true, now()-n*interval '1 day', now()-n*interval '1 day', now() from generate_series(1,300) n`)
  await q(`insert into announcements (workspace_id, entry_id, due_at, listed_at) select workspace_id, id, published_at, published_at from changelog_entries`)
  await q(`insert into deliveries (workspace_id,entry_id,customer_id,state,due_at,created_at,ended_at) select '${w}', (select id from changelog_entries order by published_at desc limit 1), id, 'sent', now(), now(), now() from customers limit 10000`)
  await q(`insert into events (workspace_id,id,type,target_id,actor_type,created_at) select workspace_id, gen_random_uuid(), 'feedback.created', id, 'system', created_at from feedback`)
  await q(`vacuum analyze`)
  const scope = { db, workspaceId: w, actor: { type: 'system' as const, id: null }, agent: null, requestId: null, now: new Date().toISOString() }
  const signer = new Signer('a key that only this test has, and long enough', 'cursors')
  const time = async (label: string, f: () => Promise<unknown>) => {
    const times: number[] = []
    for (let i = 0; i < 40; i++) { const s = performance.now(); await f(); if (i >= 10) times.push(performance.now() - s) }
    times.sort((a, b) => a - b)
    console.log(label.padEnd(22), 'median', times[15]!.toFixed(1), 'p95', times[28]!.toFixed(1))
  }
  await time('overview', () => overviewOf(scope, 'Europe/Berlin', { isMailConfigured: true }))
  await time('  attention', () => attentionOf(scope, { isMailConfigured: true }))
  await time('  waiting', () => waitingOf(scope))
  await time('  wanted', () => mostWanted(scope))
  await time('  activity', () => activityByDay(scope, 'Europe/Berlin'))
  await time('  scheduled', () => scheduledEntries(scope))
  const explain = async (label: string, f: (x: typeof scope) => Promise<unknown>) => {
    const seen: { sql: string; parameters: unknown[] }[] = []
    const { Kysely } = await import('kysely')
    const plugin = { transformQuery: (a: any) => a.node, transformResult: async (a: any) => a.result }
    void plugin; void Kysely
    const orig = (pool as any).connect.bind(pool)
    ;(pool as any).connect = async (...a: any[]) => { const c = await orig(...a); const oq = c.query; c.query = function (x: any, ...r: any[]) { if (x && x.name) seen.push({ sql: x.text, parameters: x.values }); return oq.call(this, x, ...r) }; return c }
    await f(scope)
    ;(pool as any).connect = orig
    for (const { sql, parameters } of seen) { const { rows } = await pool.query('explain (analyze, buffers) ' + sql, parameters as any); console.log(label, (rows as any[]).at(-1)['QUERY PLAN']); 0 && console.log(rows.map((r) => r['QUERY PLAN']).join('\n')) }
  }
  await explain('waiting', waitingOf)
  await explain('activity', (s) => activityByDay(s, 'Europe/Berlin'))
  await time('boards', () => listBoards(scope))
  await time('roadmapBoard', () => roadmapBoard(scope))
  await time('customers', () => customersPage(scope, {}, signer))
  await time('customers rare search', () => customersPage(scope, { search: 'c49999@' }, signer))
  await time('audit', () => auditPage(scope, {}, signer))
  await time('audit rare type', () => auditPage(scope, { type: 'tag.created' }, signer))
  await time('audience', () => audienceOf(scope))
  console.log(JSON.stringify(await waitingOf(scope)).slice(0, 80))
} finally {
  await database.close()
  await cluster.stop()
}
