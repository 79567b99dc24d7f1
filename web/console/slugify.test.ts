import assert from 'node:assert/strict'
import test from 'node:test'
import { slugify } from './slugify.ts'

test('converts names in any script to slugs that the server accepts', () => {
  const names: [name: string, slug: string][] = [
    ['Acme', 'acme'],
    ['  Ångström & Søhne GmbH. ', 'angstrom-sohne-gmbh'],
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Bob’s Burgers', 'bobs-burgers'],
    ['Кофейня Щука', 'kofeinya-shchuka'],
    ['Καφενείο', 'kafeneio'],
    ['ＡＣＭＥ', 'acme'],
    ['株式会社ひまわり', 'workspace'],
    ['مقهى', 'workspace'],
    ['🚀', 'workspace'],
    ['', ''],
  ]
  for (const [name, slug] of names) assert.equal(slugify(name, 'workspace'), slug)
})

test('cuts long names to 63 characters without a leading or trailing hyphen', () => {
  for (const name of ['x'.repeat(200), `${'x'.repeat(62)} y`, `-${'ab '.repeat(50)}`]) {
    assert.match(slugify(name, 'workspace'), /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
  }
})
