import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import MarkdownIt from 'markdown-it'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import type { FakeTracker } from '../../test/trackers/fake-tracker.ts'
import { adfText } from '../../test/trackers/jira/adf.ts'
import { configureTracker } from '../connection/settings.ts'
import { buildDescription as describeForJira } from '../providers/jira/adf/description.ts'
import { loadTracker } from '../registry.ts'

const testApp = await createTestApp()
after(() => outbound.close())

const path = (id: string) => `/feedback/${id}/send-to-tracker`
const backlinkTo = (id: string) => `http://heed.test/console/requests/${id}`

async function createApproved({ api }: TestWorkspace, input: object): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode', ...input })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

/** Previews a request, sends it, and returns both issues. */
async function previewAndSend({ api }: TestWorkspace, tracker: FakeTracker, id: string, overrides: object = {}) {
  const query = new URLSearchParams(overrides as Record<string, string>)
  const proposed = (await api.get(`${path(id)}?${query}`)).body.data.proposedIssue
  const answer = await api.post(path(id), overrides)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { proposed, sent: tracker.issues.find((issue) => issue.id === answer.body.data.link.issueId)! }
}

/** Returns the description the tracker stores for previewed Markdown; Jira converts it to a document. */
const storedDescription = ({ provider }: FakeTracker, markdown: string, backlink: string): string =>
  provider === 'jira' ? adfText(describeForJira(markdown, backlink)) : markdown

const markdown = new MarkdownIt({ html: true })

/** Whether the backlink ends a separate paragraph below a rule, and nothing in the text is HTML. */
function hasFooter(text: string, backlink: string): boolean {
  const tokens = markdown.parse(text, {})
  const [, last] = tokens.slice(-3)
  const isHtml = tokens.some(({ type, children }) => [type, children?.map((each) => each.type)].join().includes('html'))
  return last?.type === 'inline' && last.level === 1 && last.content.endsWith(backlink) && !isHtml
}

const hostileTexts: [title: string, description: string][] = [
  ['Plain', 'We copy the table by hand every month.'],
  ['`Code` # and *more*', 'Look:\n```ts\nconst a = "@mona" // #12'],
  ['<!-- hidden', 'Seen\n\n<!-- and then\n\nnot'],
  ['<details>', '<details><summary>Open me</summary>\n\n<script>alert(1)</script>\n\n<pre>'],
  ['@mona #12 GH-7', 'Ask @mona, @acme/web and acme/app#12; https://github.com/acme/app/issues/12'],
  ['[~accountid:5b10] ENG-142', 'https://linear.app/acme/issue/ENG-1 and [~accountid:5b10a2844c20165700ede21g]'],
  ['Ends\\', 'A backslash\\'],
  ['Setext', 'Title\n===\nText\n---'],
  ['Lists', '- a\n  - b\n    ```\n    c\n1. d\n   > e'],
  ['Tables', '| a | b |\n|---|---|\n| c | d'],
  ['References', '[a]: https://example.com "b\n\n[^1]: note'],
  ['Entities &amp; &#64;mona', '&lt;b&gt; &copy; &#64;mona'],
  ['مرحبا \u202eabc', 'عربي ‏\u202e and back\u2066'],
  ['👩‍👩‍👧‍👦 Emoji', '🎉'.repeat(200)],
  ['Lines', 'a\r\nb\r\n\r\n```\r\nc'],
  ['Another backlink', 'See\nhttp://heed.test/console/requests/01890000-0000-7000-8000-000000000000'],
]

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const acme = await testApp.workspace()
    await connectWorkspace(connectionContextFor(testApp, acme), tracker)
    const { hasAttachments } = await loadTracker(tracker.provider)

    for (const [title, description] of hostileTexts) {
      test(`sends what the preview shows, with the backlink last: ${title}`, async () => {
        const id = await createApproved(acme, { title, description })
        const { proposed, sent } = await previewAndSend(acme, tracker, id)
        assert.equal(proposed.title, title)
        assert.equal(sent.title, proposed.title)
        assert.equal(sent.description, storedDescription(tracker, proposed.description, backlinkTo(id)))
        assert.ok(hasFooter(proposed.description, backlinkTo(id)), proposed.description)
        assert.ok(sent.description.endsWith(backlinkTo(id)), sent.description)
      })
    }

    test('describes a request without text by its footer only', async () => {
      const id = await createApproved(acme, {})
      const { proposed } = await previewAndSend(acme, tracker, id)
      assert.equal(proposed.description, `---\n0 votes · Feature requests · ${backlinkTo(id)}`)
    })

    test('names uploaded files instead of linking to them', async () => {
      const path = '/files/0b9f1c1e-7c1d-4b63-9d6c-1d1f6f3f2a10'
      const description = `See ![the screen](${path}/a.png), ![](${path}/b.png) and [log.txt](${path}/log.txt).`
      const id = await createApproved(acme, { description })
      const { proposed, sent } = await previewAndSend(acme, tracker, id)
      assert.ok(proposed.description.startsWith('See the screen, b.png and log.txt.\n'), proposed.description)
      assert.equal(sent.description, storedDescription(tracker, proposed.description, backlinkTo(id)))
    })

    test('sends an overridden description unchanged, with the backlink below in trackers without attachments', async () => {
      for (const description of ['Short.', 'Open:\n```\ncode', 'Open:\n~~~~\ncode', '@mona, see #12']) {
        const id = await createApproved(acme, { description: 'Not this' })
        const { proposed, sent } = await previewAndSend(acme, tracker, id, { description })
        assert.equal(sent.description, storedDescription(tracker, proposed.description, backlinkTo(id)))
        assert.ok(proposed.description.startsWith(description))
        if (hasAttachments) assert.equal(proposed.description, description)
        else assert.ok(hasFooter(proposed.description, backlinkTo(id)), proposed.description)
      }
      const id = await createApproved(acme, {})
      const ownText = `Mine.\n\n${backlinkTo(id)}`
      assert.equal((await previewAndSend(acme, tracker, id, { description: ownText })).proposed.description, ownText)
    })

    test('sends titles and texts of the maximum length in full', async () => {
      const id = await createApproved(acme, { title: 'x'.repeat(200), description: 'y'.repeat(10_000) })
      const { sent } = await previewAndSend(acme, tracker, id)
      assert.deepEqual([sent.title, sent.description.startsWith('y'.repeat(10_000))], ['x'.repeat(200), true])
      const other = await createApproved(acme, {})
      const long = 't'.repeat(255)
      assert.equal((await previewAndSend(acme, tracker, other, { title: long })).sent.title, long)
    })

    test('includes all private context when enabled, and mentions no one', async () => {
      const context = {
        submitter: { email: 'ada@secret.example', name: '@mona <b>', externalId: 'user-17' },
        sourceUrl: 'https://app.secret.example/tables?a=1',
        metadata: { plan: 'gold', 'seats\n# in all': 17.5, trial: false, note: '<!-- @mona' },
      }
      // None of these can occur in a UUID, which the backlink contains.
      const parts = ['ada@secret.example', 'user-17', 'app.secret.example', 'gold', '17.5', 'false', 'seats # in all']
      const off = await previewAndSend(acme, tracker, await createApproved(acme, context))
      for (const part of parts) assert.ok(!`${off.sent.title}${off.sent.description}`.includes(part), part)

      await acme.write((tx) => configureTracker(tx, { sendsContext: true }))
      const id = await createApproved(acme, { description: 'Text', ...context })
      const { proposed, sent } = await previewAndSend(acme, tracker, id)
      for (const part of parts) assert.ok(proposed.description.includes(part), part)
      assert.equal(sent.description, storedDescription(tracker, proposed.description, backlinkTo(id)))
      assert.ok(hasFooter(proposed.description, backlinkTo(id)), proposed.description)
      const { escapeMentions: quote } = await loadTracker(tracker.provider)
      assert.ok(proposed.description.includes(`- Submitter: ${quote('@mona &lt;b> · ada@secret.example · user-17')}`))
      assert.ok(proposed.description.includes(`- note: ${quote('&lt;!-- @mona')}`))

      // Checks each part alone; without any, there is no list.
      for (const [member, value] of Object.entries(context)) {
        const only = await previewAndSend(acme, tracker, await createApproved(acme, { [member]: value }))
        assert.equal(only.proposed.description.match(/^- /gm)?.length, member === 'metadata' ? 4 : 1)
      }
      const none = await previewAndSend(acme, tracker, await createApproved(acme, {}))
      assert.doesNotMatch(none.proposed.description, /^- /m)
      const overridden = await previewAndSend(acme, tracker, await createApproved(acme, context), {
        description: 'Mine',
      })
      assert.doesNotMatch(overridden.sent.description, /secret/)
      await acme.write((tx) => configureTracker(tx, { sendsContext: false }))
    })
  })
}
