import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Problem } from '../../platform/problems.ts'
import { createTestApp } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../../test/trackers/connect.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { getCurrentConnection } from '../connection/queries.ts'
import { listIssueChoices } from './issue-choices.ts'
import { changedOverrides } from './proposed-issue.ts'

const testApp = await createTestApp()
after(() => outbound.close())
const linear = await startLinear()
const acme = await testApp.workspace()
const context = connectionContextFor(testApp, acme)
await connectWorkspace(context, linear, { project: linear.project.name, label: [linear.label.name], priority: 2 })
const scope = { ...context.scope }

test('lists the choices of the given team', async () => {
  const connection = (await getCurrentConnection(scope))!
  const names = async (teamId: string) => {
    const { teams, projects, labels, assignees } = await listIssueChoices(context, scope, connection, teamId)
    return [teams, projects, labels, assignees].map((choices) => choices.map(({ name }) => name).toSorted())
  }
  assert.deepEqual(await names(linear.team.id), [
    ['Design', 'Engineering'],
    ['Onboarding', 'Onboarding', 'Public roadmap'],
    ['Customer', 'Feedback'],
    ['Ann Lee'],
  ])
  assert.deepEqual((await names(linear.secondTeam.id))[1], ['New logo'])
})

test('names the tracker in the error and says that sending again is safe', async () => {
  const connection = (await getCurrentConnection(scope))!
  linear.failNext('any', 'error', 4)
  await assert.rejects(
    listIssueChoices(context, scope, connection, linear.team.id),
    (error) => error instanceof Problem && /Linear could not be reached.*never creates a second/.test(error.message),
  )
})

test('leaves unchanged form values to the defaults', async () => {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', description: 'At night' })
  const changed = (values: object) => changedOverrides(context, scope, id, values)
  const { team, project, label } = linear
  const asProposed = { title: 'Dark mode', teamId: team.id, projectId: project.id, labelIds: [label.id], priority: 2 }
  assert.deepEqual(await changed(asProposed), {})
  assert.deepEqual(await changed({ ...asProposed, title: 'Night mode', labelIds: [] }), {
    title: 'Night mode',
    labelIds: [],
  })
  assert.deepEqual(await changed({ teamId: linear.secondTeam.id, labelIds: [] }), { teamId: linear.secondTeam.id })
})
