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

const resolve = ({ provider, url, credential }: FakeTracker, defaults: DefaultsInput) => {
  const access = { apiUrl: url, credential, fetch: outbound.fetch, signal: new AbortController().signal }
  return resolveDefaults(provider, access, defaults)
}

/** Returns the validation messages of the defaults, by path. */
async function problemsOf(tracker: FakeTracker, defaults: DefaultsInput): Promise<Record<string, string>> {
  const error = await resolve(tracker, defaults).catch((thrown) => thrown)
  assert.ok(error instanceof Problem, String(error))
  return Object.fromEntries(error.extra.details!.map(({ path, message }) => [path, message]))
}

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const team = tracker.team.name

    test('resolves defaults by id or by name in any case, and returns the account of the credential', async () => {
      const { project, label, assignee } = tracker
      const byName = { team, project: project.name, label: [label.name], assignee: assignee.name.toUpperCase() }
      const byId = { team: tracker.team.id, project: project.id, label: [label.id], assignee: assignee.id }
      for (const defaults of [byName, byId, { ...byName, team: team.toLowerCase() }]) {
        const resolved = await resolve(tracker, defaults)
        assert.deepEqual(
          [resolved.team?.id, resolved.project?.id, resolved.labelIds, resolved.assigneeId],
          [tracker.team.id, project.id, [label.id], assignee.id],
        )
        assert.ok(resolved.account.id !== '' && resolved.account.name !== '')
      }
    })

    test('rejects an ambiguous name and lists both candidates with their ids', async () => {
      const { '/project': message } = await problemsOf(tracker, { team, project: tracker.ambiguousProject })
      const [, first, second, ...more] = message!.split(`${tracker.ambiguousProject} (`)
      assert.match(message!, /is the name of several; use an id: /)
      assert.deepEqual(more, [])
      const ids = [first, second].map((rest) => /([^\s,()]+)\)/.exec(rest!)![1]!)
      for (const id of ids) assert.equal((await resolve(tracker, { team, project: id })).project!.id, id)
    })

    test('lists the teams when the given one is unknown or none is given', async () => {
      for (const defaults of [{ team: 'Nobody' }, {}]) {
        const { '/team': message } = await problemsOf(tracker, defaults)
        assert.match(
          message!,
          defaults.team ? /^"Nobody" is not known to the tracker; there are / : /^is required; there/,
        )
        for (const one of [tracker.team, tracker.secondTeam]) assert.ok(message!.includes(one.name), `${message}`)
      }
    })

    test('reports all unknown defaults at once, with the existing choices', async () => {
      const problems = await problemsOf(tracker, { team, project: 'Nowhere', assignee: 'Nobody', label: ['a label'] })
      assert.deepEqual(Object.keys(problems).sort(), ['/assignee', '/label', '/project'])
      assert.ok(problems['/project']!.includes(tracker.project.name))
      assert.ok(problems['/assignee']!.includes(tracker.assignee.name))
      assert.ok(problems['/label']!.includes(tracker.label.name))
    })

    test('stores a repeated label once', async () => {
      const { labelIds } = await resolve(tracker, { team, label: [tracker.label.name, tracker.label.id] })
      assert.deepEqual(labelIds, [tracker.label.id])
    })
  })
}

test('uses the only team if none is given', async () => {
  const tracker = await startLinear()
  tracker.removeTeam()
  assert.equal((await resolve(tracker, {})).team?.id, tracker.secondTeam.id)
})

test('accepts a new label in Jira, but not in Linear and GitHub', async () => {
  const jira = await startJira()
  assert.deepEqual((await resolve(jira, { team: 'ENG', label: ['brand-new'] })).labelIds, ['brand-new'])
  for (const tracker of [await startLinear(), await startGitHub()]) {
    assert.match((await problemsOf(tracker, { team: tracker.team.name, label: ['brand-new'] }))['/label']!, /not known/)
  }
})

test('prefers an exact match over one that differs in case', async () => {
  const jira = await startJira()
  assert.equal((await resolve(jira, { team: 'ENG', project: 'PUBLIC ROADMAP' })).project?.id, '20000')
  jira.site.epics.push({ id: '20009', name: 'public roadmap', projectId: '10000' })
  for (const [project, id] of [
    ['Public roadmap', '20000'],
    ['public roadmap', '20009'],
  ] as const) {
    assert.equal((await resolve(jira, { team: 'ENG', project })).project?.id, id)
  }
  assert.match((await problemsOf(jira, { team: 'ENG', project: 'PUBLIC ROADMAP' }))['/project']!, /of several/)
})

test('resolves a repository beyond the first 250', async () => {
  const tracker = await startGitHub()
  tracker.addRepositories(300)
  assert.equal((await resolve(tracker, { team: 'acme/extra-299' })).team?.id, 'acme/extra-299')
  const { '/team': message } = await problemsOf(tracker, { team: 'acme/extra-999' })
  assert.match(message!, /; \d+ more$/)
})

test('rejects choices that the team cannot use', async () => {
  const tracker = await startLinear()
  const { project, label, labelGroup, assignee } = tracker.unusable
  for (const defaults of [
    { project: project.id },
    { label: [label.id] },
    { label: [labelGroup.id] },
    { assignee: assignee.id },
  ]) {
    const [path] = Object.keys(defaults)
    assert.match((await problemsOf(tracker, { team: 'ENG', ...defaults }))[`/${path}`]!, /is not known to the tracker/)
  }
})

test('rejects a priority for GitHub, together with a missing team', async () => {
  const problems = await problemsOf(await startGitHub(), { priority: 1 })
  assert.equal(problems['/priority'], 'is not supported for issues in GitHub')
  assert.match(problems['/team']!, /is required/)
})
