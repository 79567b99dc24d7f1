import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSplitStatements, listSpreadStatements, testStatementMark } from './spread-statements.ts'

const entries = (process: number, application: string, statement: string) =>
  `2026-11-27 06:31:11.647 UTC [${process}] ${application} LOG:  multi-task query about to be executed
2026-11-27 06:31:11.647 UTC [${process}] ${application} HINT:  Queries are split to multiple tasks.
2026-11-27 06:31:11.647 UTC [${process}] ${application} STATEMENT:  ${statement}
`

test('lists each statement of the product once, on one line', () => {
  const log =
    entries(1, 'heed', '\n\t  select id\n\t  from feedback') + entries(2, 'heed jobs', 'select id from feedback')
  assert.deepEqual(listSpreadStatements(log), ['select id from feedback'])
})

test('ignores statements of tests, of other programs, and of errors', () => {
  const failed = `2026-11-27 06:31:12.000 UTC [3] heed ERROR:  relation "a" does not exist
2026-11-27 06:31:12.000 UTC [3] heed STATEMENT:  select from a
`
  const log =
    entries(1, 'heed', `${testStatementMark}select id from feedback`) + entries(2, '', 'select from votes') + failed
  assert.deepEqual(listSpreadStatements(log), [])
})

test('ends a statement at the next entry', () => {
  const log = `${entries(1, 'heed', 'select id')}\tfrom votes\n2026-11-27 06:31:13.000 UTC [9]  LOG:  checkpoint starting\n\tfrom a\n`
  assert.deepEqual(listSpreadStatements(log), ['select id from votes'])
})

test('lists the statements whose parts change rows separately', () => {
  const planned = (process: number, part: string, statement: string) =>
    `2026-11-27 06:31:11.647 UTC [${process}] heed DEBUG:  generating subplan 7_1 for ${part}
2026-11-27 06:31:11.647 UTC [${process}] heed STATEMENT:  ${statement}
`
  const log =
    planned(1, 'CTE added: INSERT INTO public.votes (id) VALUES (1)', 'with added as (insert)\n\tselect 1') +
    planned(2, 'CTE found: SELECT id FROM public.votes', 'with found as (select) update') +
    planned(3, 'CTE taken: WITH a AS (SELECT 1) DELETE FROM public.votes', `${testStatementMark}with taken`)
  assert.deepEqual(listSplitStatements(log), ['with added as (insert) select 1'])
})
