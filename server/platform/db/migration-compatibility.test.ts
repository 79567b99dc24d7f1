import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findIncompatibleStatements } from './migration-compatibility.ts'

const incompatible: [string, RegExp][] = [
  ['drop table votes;', /votes: drops a table/],
  ['alter table feedback drop column title;', /drops a column/],
  ['alter table feedback drop title;', /drops a column/],
  ['alter table feedback rename column title to name;', /renames/],
  ['alter table feedback rename to requests;', /renames/],
  ['alter table feedback alter column votes type bigint;', /type of a column/],
  ['alter table feedback alter votes set data type bigint;', /type of a column/],
  ['alter table feedback\n  alter column owner_id set not null;', /requires a column/],
  ['alter table feedback alter column votes drop default;', /requires a column/],
  ['alter table feedback add column size integer not null;', /required column size/],
  ["alter table feedback add column a text default '', add b numeric(10, 2) not null;", /required column b/],
  ['alter table only feedback add constraint positive check (votes >= 0);', /adds a constraint/],
  ['alter table feedback add foreign key (workspace_id) references workspaces;', /adds a constraint/],
  ["-- it's a comment\nalter table votes drop column weight; -- it's gone", /drops a column/],
  ['create unique index one_title on feedback (workspace_id, title);', /unique index/],
]
for (const [statement, message] of incompatible) {
  test(`reports a statement that is incompatible with the previous version: ${statement}`, () => {
    assert.match(findIncompatibleStatements(statement).join('\n'), message)
  })
}

const compatible = [
  'create table sizes (workspace_id uuid not null, size integer not null check (size > 0), primary key (workspace_id));',
  'create table sizes (id uuid); alter table sizes add check (id is not null); create unique index on sizes (id);',
  "alter table feedback add column size integer not null default 0, add column note text check (note <> '');",
  'alter table feedback add column total integer not null generated always as (votes + 1) stored;',
  'alter table feedback alter column owner_id drop not null;',
  'alter table feedback drop constraint feedback_workspace_id_fkey;',
  'create index feedback_by_size on feedback (workspace_id, size);',
  "insert into feedback (title) values ('drop table votes; alter table feedback drop column title');",
  '-- alter table feedback drop column title;\nupdate feedback set votes = 0;',
  'create function f() returns void language plpgsql as $$ begin drop table votes; end $$;',
  '-- compatible: accepts more than before\nalter table feedback drop constraint c, add constraint c check (votes > -2);',
  '-- incompatible: nothing has used this table since version 0.3\ndrop table votes;',
]
for (const statement of compatible) {
  test(`accepts: ${statement}`, () => assert.deepEqual(findIncompatibleStatements(statement), []))
}

test('requires a reason from a migration that is incompatible', () => {
  assert.equal(findIncompatibleStatements('-- incompatible:\ndrop table votes;').length, 1)
})
