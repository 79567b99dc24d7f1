import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newMigratedDataDir, startInstance } from './test-instance.ts'

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** What we use of Grafana's JSON model of a dashboard. */
interface Dashboard {
  templating: { list: { name: string }[] }
  panels: {
    id: number
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
    datasource: { type: string; uid: string }
    targets: { refId: string; expr: string; datasource: { type: string; uid: string } }[]
  }[]
}

const dashboard: Dashboard = JSON.parse(await read('deploy/grafana/heed.json'))
const alerts = await read('deploy/prometheus/alerts.yaml')
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, expression]) => expression!),
]
const namesIn = (expression: string) => expression.match(/\bheed_\w+/g) ?? []

test('every metric in the dashboard and the alerts exists', async () => {
  const { origin } = await startInstance({ dataDir: await newMigratedDataDir() })
  // Latencies have samples after the first request.
  await fetch(`${origin}/healthz`)
  const text = await (await fetch(`${origin}/metrics`)).text()
  const known = new Set(Array.from(text.matchAll(/^(heed_\w+)[{ ]/gm), ([, name]) => name!))
  const names = new Set(expressions.flatMap(namesIn))
  assert.ok(names.size >= 20, `${names.size} metrics`)
  assert.deepEqual(
    [...names].filter((name) => !known.has(name)),
    [],
  )
  // An unknown label matches nothing without an error.
  for (const [, name, label, value] of expressions
    .join('\n')
    .matchAll(/(heed_\w+)\{[^}]*?\b(state|result|reason)="(\w+)"/g)) {
    assert.match(text, new RegExp(`^${name}\\{[^}]*${label}="${value}"`, 'm'), `${name} ${label}=${value}`)
  }
})

test('every panel has a unique id, and queries with names of their own', () => {
  const { panels } = dashboard
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  for (const { title, targets } of panels) {
    assert.ok(targets.length > 0 && targets.every(({ expr }) => namesIn(expr)[0]), title)
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title)
  }
})

test('every panel has a position on the grid of 24 columns that no other panel covers', () => {
  const covered = new Map<string, string>()
  for (const { title, gridPos } of dashboard.panels) {
    const { x, y, w, h } = gridPos
    assert.ok(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 24, title)
    for (let column = x; column < x + w; column++) {
      for (let row = y; row < y + h; row++) {
        const cell = `${column} ${row}`
        assert.equal(covered.get(cell), undefined, `${title} at ${cell}`)
        covered.set(cell, title)
      }
    }
  }
})

test('the dashboard reads from the data source that is chosen, and uses no variable that it does not define', () => {
  const defined = dashboard.templating.list.map(({ name }) => name)
  assert.deepEqual(defined, ['datasource', 'job'])
  for (const { datasource, targets } of dashboard.panels) {
    const sources = [datasource, ...targets.map((target) => target.datasource)]
    for (const { type, uid } of sources) assert.deepEqual([type, uid.slice(1)], ['prometheus', '{datasource}'])
  }
  // Grafana sets those with two underscores.
  const used = JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/g)
  const unknown = Array.from(used, ([, name]) => name!).filter((name) => !name.startsWith('__'))
  assert.deepEqual([...new Set(unknown)].sort(), defined)
})

test('every alert leads to an entry of the runbook', async () => {
  const headings = Array.from((await read('docs/operations/runbook.md')).matchAll(/^## (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const rules = alerts.split(/^ +- alert: /m).slice(1)
  assert.ok(rules.length >= 10)
  for (const rule of rules) {
    const [, anchor = 'none'] =
      /runbook_url: https:\/\/git\.example\.com\/heed\/docs\/operations\/runbook\.md#(\S+)$/m.exec(rule) ?? []
    assert.ok(headings.includes(anchor), `${rule.split('\n', 1)[0]}: ${anchor}`)
    assert.match(rule, /severity: (critical|warning)/)
    assert.match(rule, /summary: .+/)
  }
})
