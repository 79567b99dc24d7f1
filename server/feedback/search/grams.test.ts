import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { createTestApp } from '../../test/test-app.ts'
import { type ScanSizes, searchFeedback } from './search.ts'

const app = await createTestApp()
const { pool } = app.database
const workspaceId = '0195e7a0-0000-7000-8000-000000000001'
const otherWorkspaceId = '0195e7a0-0000-7000-8000-000000000002'

const anyText = fc.stringMatching(/^[ab ÄσΣςİı日本😀.,'\\%_:&*()\t\n\u0001\u00a0-]{0,40}$/u)
const numRuns = 300

/** Runs a statement for each of many random values at once. */
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.sample(arbitrary, { numRuns: count, seed: 20261123 })

test('has all grams of a text in any text that contains it', async () => {
  const parts = sample(fc.tuple(anyText, fc.nat(), fc.nat()), 3_000).map(([text, from, length]) => {
    const letters = [...text]
    const start = letters.length === 0 ? 0 : from % letters.length
    return { text, part: letters.slice(start, start + 1 + (length % 20)).join('') }
  })
  const { rows } = await pool.query(
    `select text, part from jsonb_to_recordset($2) as r (text text, part text),
       unnest(array[part, upper(part), lower(part)]) variant
     where part <> '' and strpos(lower(text), lower(variant)) > 0
       and (search_grams($1, text) @@ search_gram_query($1, variant)) is not true`,
    [workspaceId, JSON.stringify(parts)],
  )
  assert.deepEqual(rows, [])
})

test('splits a text into five characters starting at each letter, padded with line ends', async () => {
  const texts = ['', 'a', '     ', '\n\n\n\n\n\n', 'to do', ...sample(anyText, 2_000)]
  const { rows } = await pool.query(
    `select search_gram_text(text) as folded, search_salt($1) as salt, tsvector_to_array(search_grams($1, text)) as grams
     from unnest($2::text[]) text`,
    [workspaceId, texts],
  )
  for (const { folded, salt, grams } of rows) {
    const letters = [...folded]
    const starts = letters.flatMap((letter, at) => (letter === ' ' || letter === '\n' ? [] : [at]))
    const cut = starts.map(
      (at) =>
        salt +
        letters
          .slice(at, at + 5)
          .join('')
          .padEnd(5 + extraUnits(letters, at), '\n'),
    )
    assert.deepEqual(new Set(grams), new Set([salt, ...cut]), JSON.stringify(folded))
  }
})

/** Returns the difference between the UTF-16 units and the characters of a gram. */
const extraUnits = (letters: string[], at: number): number => {
  const gram = letters.slice(at, at + 5)
  return gram.join('').length - gram.length
}

const pagesAndScans: [limit: number, ScanSizes][] = [
  // Almost only the index.
  [numRuns, { first: 1, newest: 1 }],
  // One scan of all requests, with and without a request to spare.
  [numRuns, { first: numRuns + 1, newest: numRuns + 1 }],
  [numRuns, { first: numRuns, newest: numRuns }],
  // A scan, often a longer one, and the index for the rest.
  [5, { first: 10, newest: 30 }],
  [1, { first: 7, newest: 50 }],
  // A scan and often another of all other requests.
  [5, { first: 10, newest: numRuns }],
]

test('finds, in the index and outside of it, exactly the requests whose title or description contains the text', async () => {
  const acme = await app.workspace()
  const globex = await app.workspace()
  const texts = sample(fc.tuple(anyText, anyText), numRuns)
  for (const { write } of [acme, globex]) await write((scope) => insertRequests(scope, texts))
  const words = sample(fc.tuple(anyText, fc.integer({ min: 1, max: 12 })), numRuns)
    .map(([text, length]) => [...text.trim()].slice(0, length).join('').trim())
    .filter((text) => text !== '')
  let found = 0
  await acme.write(async (scope) => {
    await sql`set local enable_seqscan = off`.execute(scope.db)
    for (const text of words) {
      const expected = await naiveMatches(scope, text)
      for (const [limit, sizes] of pagesAndScans) {
        const rows = await searchFeedback(scope, text, { limit }, sizes)
        assert.deepEqual(
          rows.map(({ id }) => id),
          expected.slice(0, limit + 1),
          JSON.stringify({ text, limit, sizes }),
        )
      }
      found += expected.length
    }
  })
  assert.ok(words.length > numRuns / 2 && found > words.length, `${words.length} texts, ${found} matches`)
})

async function insertRequests({ db, workspaceId }: WriteScope, texts: [title: string, description: string][]) {
  await sql`
    insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, is_text_indexed)
    select b.workspace_id, uuidv7(), b.id, 'T' || (r.t ->> 0), r.t ->> 1, 'approved', now() - n / 7 * interval '1 minute', now(),
      n % 4 > 0
    from (select * from boards where workspace_id = ${workspaceId} limit 1) b,
      jsonb_array_elements(${JSON.stringify(texts)}::jsonb) with ordinality r (t, n)`.execute(db)
}

async function naiveMatches({ db, workspaceId }: WriteScope, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from feedback where workspace_id = ${workspaceId}
      and (strpos(lower(title), lower(${text})) > 0 or strpos(lower(description), lower(${text})) > 0)
    order by created_at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

test('gives the same text different grams in another workspace', async () => {
  const { rows } = await pool.query(
    `select lexeme from unnest(search_grams($1, 'Export the board')) where lexeme = any(tsvector_to_array(search_grams($2, 'Export the board')))`,
    [workspaceId, otherWorkspaceId],
  )
  assert.deepEqual(rows, [])
})

test('looks up at most sixteen grams of a long text, and one of a text of one to five characters', async () => {
  const count = async (text: string) =>
    Number((await pool.query('select numnode(search_gram_query($1, $2)) as nodes', [workspaceId, text])).rows[0].nodes)
  // A query of n terms has n - 1 operators.
  const maxNodes = 2 * 16 - 1
  const letters = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
  for (const text of [letters, letters.slice(0, 21), '%'.repeat(200), 'a b '.repeat(50).trim()]) {
    assert.ok((await count(text)) <= maxNodes, text)
  }
  assert.ok((await count(letters)) > maxNodes / 2)
  for (const text of ['a', 'ab', '日', '%', 'abc', 'abcd', 'abcde']) assert.equal(await count(text), 1, text)
})
