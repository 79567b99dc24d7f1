import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Problem } from '../../platform/problems.ts'
import { fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import type { FakeTracker } from '../../test/trackers/fake-tracker.ts'
import { startGitHub } from '../../test/trackers/github/server.ts'
import { startJira } from '../../test/trackers/jira/server.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { type DefaultsInput, resolveDefaults } from './defaults.ts'

after(() => outbound.close())

const choose = ({ provider, url, credential }: FakeTracker, wishes: DefaultsInput) => {
  const access = { apiUrl: url, credential, fetch: outbound.fetch, signal: new AbortController().signal }
  return resolveDefaults(provider, access, wishes)
}

/** What is wrong with wishes, by where they stand. */
async function problemsOf(stage: FakeTracker, wishes: DefaultsInput): Promise<Record<string, string>> {
  const error = await choose(stage, wishes).catch((thrown) => thrown)
  assert.ok(error instanceof Problem, String(error))
  return Object.fromEntries(error.extra.details!.map(({ path, message }) => [path, message]))
}

for (const [name, startStage] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const stage = await startStage()
    const team = stage.team.name

    test('what is named by id, or by name in whatever case, is chosen, and who the credential belongs to is known', async () => {
      const { project, label, assignee } = stage
      const byName = { team, project: project.name, label: [label.name], assignee: assignee.name.toUpperCase() }
      const byId = { team: stage.team.id, project: project.id, label: [label.id], assignee: assignee.id }
      for (const wishes of [byName, byId, { ...byName, team: team.toLowerCase() }]) {
        const chosen = await choose(stage, wishes)
        assert.deepEqual(
          [chosen.team?.id, chosen.project?.id, chosen.labelIds, chosen.assigneeId],
          [stage.team.id, project.id, [label.id], assignee.id],
        )
        assert.ok(chosen.account.id !== '' && chosen.account.name !== '')
      }
    })

    test('a name that two have is refused, and both are listed with their ids', async () => {
      const { '/project': message } = await problemsOf(stage, { team, project: stage.ambiguousProject })
      const [, first, second, ...more] = message!.split(`${stage.ambiguousProject} (`)
      assert.match(message!, /is the name of several; use an id: /)
      assert.deepEqual(more, [])
      const ids = [first, second].map((rest) => /([^\s,()]+)\)/.exec(rest!)![1]!)
      for (const id of ids) assert.equal((await choose(stage, { team, project: id })).project!.id, id)
    })

    test('a team that nobody knows is refused with those that there are; without one they are listed too', async () => {
      for (const wishes of [{ team: 'Nobody' }, {}]) {
        const { '/team': message } = await problemsOf(stage, wishes)
        assert.match(
          message!,
          wishes.team ? /^"Nobody" is not known to the tracker; there are / : /^is required; there/,
        )
        for (const one of [stage.team, stage.secondTeam]) assert.ok(message!.includes(one.name), `${message}`)
      }
    })

    test('each wish that cannot be fulfilled is named at once, with what there is', async () => {
      const problems = await problemsOf(stage, { team, project: 'Nowhere', assignee: 'Nobody', label: ['a label'] })
      assert.deepEqual(Object.keys(problems).sort(), ['/assignee', '/label', '/project'])
      assert.ok(problems['/project']!.includes(stage.project.name))
      assert.ok(problems['/assignee']!.includes(stage.assignee.name))
      assert.ok(problems['/label']!.includes(stage.label.name))
    })

    test('a label that is named twice is kept once', async () => {
      const { labelIds } = await choose(stage, { team, label: [stage.label.name, stage.label.id] })
      assert.deepEqual(labelIds, [stage.label.id])
    })
  })
}

test('where there is one team only, it need not be named', async () => {
  const stage = await startLinear()
  stage.removeTeam()
  assert.equal((await choose(stage, {})).team?.id, stage.secondTeam.id)
})

test('a label of Jira need not exist yet; one of Linear and GitHub must', async () => {
  const jira = await startJira()
  assert.deepEqual((await choose(jira, { team: 'ENG', label: ['brand-new'] })).labelIds, ['brand-new'])
  for (const stage of [await startLinear(), await startGitHub()]) {
    assert.match((await problemsOf(stage, { team: stage.team.name, label: ['brand-new'] }))['/label']!, /not known/)
  }
})

test('what is written just so comes before what differs in case only', async () => {
  const jira = await startJira()
  assert.equal((await choose(jira, { team: 'ENG', project: 'PUBLIC ROADMAP' })).project?.id, '20000')
  jira.site.epics.push({ id: '20009', name: 'public roadmap', projectId: '10000' })
  for (const [project, id] of [
    ['Public roadmap', '20000'],
    ['public roadmap', '20009'],
  ] as const) {
    assert.equal((await choose(jira, { team: 'ENG', project })).project?.id, id)
  }
  assert.match((await problemsOf(jira, { team: 'ENG', project: 'PUBLIC ROADMAP' }))['/project']!, /of several/)
})

test('a repository that is not among the first 250 can be named all the same', async () => {
  const stage = await startGitHub()
  stage.addRepositories(300)
  assert.equal((await choose(stage, { team: 'acme/extra-299' })).team?.id, 'acme/extra-299')
  const { '/team': message } = await problemsOf(stage, { team: 'acme/extra-999' })
  assert.match(message!, /; \d+ more$/)
})

test('what a team may not use is not known for it', async () => {
  const stage = await startLinear()
  const { project, label, labelGroup, assignee } = stage.unusable
  for (const wishes of [
    { project: project.id },
    { label: [label.id] },
    { label: [labelGroup.id] },
    { assignee: assignee.id },
  ]) {
    const [path] = Object.keys(wishes)
    assert.match((await problemsOf(stage, { team: 'ENG', ...wishes }))[`/${path}`]!, /is not known to the tracker/)
  }
})

test('a priority cannot be set where issues have none, and is told together with a missing team', async () => {
  const problems = await problemsOf(await startGitHub(), { priority: 1 })
  assert.equal(problems['/priority'], 'cannot be set: an issue of GitHub has none')
  assert.match(problems['/team']!, /is required/)
})
