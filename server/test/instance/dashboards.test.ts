import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newMigratedDataDir, startInstance } from './test-instance.ts'

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
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

test('every panel has a query, a position and a unique id', () => {
  assert.ok(
    dashboard.panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => namesIn(expr)[0])),
  )
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
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
    const [, anchor = 'none'] = /runbook_url: https:\/\/git\.example\.com\/heed\/docs\/operations\/runbook\.md#(\S+)$/m.exec(rule) ?? []
    assert.ok(headings.includes(anchor), `${rule.split('\n', 1)[0]}: ${anchor}`)
    assert.match(rule, /severity: (critical|warning)/)
    assert.match(rule, /summary: .+/)
  }
})
