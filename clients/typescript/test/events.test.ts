import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApi } from '../../../server/test/contract/openapi.ts'
import { seedApiResources } from '../../../server/test/fixtures/api-resources.ts'
import { createTestApp } from '../../../server/test/test-app.ts'
import { Heed, type HeedEvent } from '../src/index.ts'

/** The schema of the data of each event that `events.ts` declares, by the first part of its type. */
const schemas: Record<string, string> = {
  board: 'Board',
  changelog: 'ChangelogEntry',
  comment: 'Comment',
  company: 'Company',
  customer: 'Customer',
  feedback: 'Feedback',
  roadmap: 'RoadmapItem',
  vote: 'Vote',
}

const ajv = new Ajv2020({ strict: false, formats: { uuid: true, uri: true, 'date-time': true, date: true } })
ajv.addSchema(openApi, 'contract')

test('the data of each event has the declared type', async () => {
  const app = await createTestApp()
  const acme = await app.workspace()
  const things = await seedApiResources(acme)
  const heed = new Heed({ baseUrl: app.origin, token: acme.key })
  await heed.feedback.setStage(things.feedback, { stage: 'planned' })
  await heed.feedback.vote(things.feedback, things.customers)
  await heed.feedback.removeVote(things.feedback, things.customers)
  await heed.roadmap.setStatus(things.roadmap, { status: 'done' })
  await heed.changelog.publish(things.changelog)
  await heed.changelog.delete(things.changelog)
  await heed.customers.update(things.voter, { name: 'Grace' })
  await heed.customers.delete(things.customers)
  const seen = new Set<string>()
  const check = ({ type, data }: HeedEvent) => {
    const resource = type.split('.')[0]!
    const schema = schemas[resource]
    if (schema === undefined) return
    // Deleting a customer erased the data of the older events.
    if (resource === 'customer' && Object.keys(data).join() === 'id') return void seen.add('erased')
    seen.add(resource)
    const validate = ajv.getSchema(`contract#/components/schemas/${schema}`)!
    assert.ok(validate(data), `${type}: ${JSON.stringify(validate.errors)} ${JSON.stringify(data)}`)
  }
  for await (const event of heed.events.list()) {
    check(event)
    if (event.type === 'comment.created') {
      assert.ok(event.data.feedbackId === things.feedback || event.data.entryId === things.changelog)
    }
  }
  assert.deepEqual([...seen].sort(), [...Object.keys(schemas), 'erased'].sort())
})
