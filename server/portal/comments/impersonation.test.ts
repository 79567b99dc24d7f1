import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import {
  createPortalClient,
  formTokenField,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp()
const { pool } = world.database
const digests = await createDigestFixtures(world)
const victim = { email: 'victim@example.com', name: 'Vic' }
const stranger = { email: 'stranger@example.com' }

const pixel = 'http://127.0.0.1:8144/pixel.png'

async function addMember({ id }: TestWorkspace, name: string, email: string): Promise<void> {
  const accountId = newId()
  await pool.query(
    `with account as (insert into accounts (id, email, name, created_at, updated_at) values ($1, $2, $3, now(), now()))
     insert into members (workspace_id, id, account_id, email, role, created_at) values ($4, $5, $1, $2, 'member', now())`,
    [accountId, email, name, id, newId()],
  )
}

async function createScene(name = 'Tidepool') {
  const acme = await world.workspace({ name })
  await addMember(acme, 'Mia Brandt', `${acme.slug}@team.example`)
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: victim })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const parent = await acme.api.create(`/feedback/${id}/comments`, { body: 'Please', submitter: victim })
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  const attacker = await signInCustomer(world, acme, stranger)
  const say = (body: string, more = {}, reader: PortalClient = attacker) =>
    reader.post(`/requests/${id}/comments`, { body, parent: parent.id, ...formTokenField(acme), ...more })
  const nameOf = async (customerId = attacker.customerId) =>
    (await pool.query('select name from customers where id = $1', [customerId])).rows[0].name as string | null
  // Every URL is cached for a second.
  const page = () => createPortalClient(world, acme).get(`/requests/${id}?${newId()}`)
  return { acme, id, attacker, say, nameOf, page }
}

const lure = (image: string) => `Confirm your Tidepool account:

[Confirm your account](https://evil.example/login) or www.evil.example, evil.example/x, a@evil.example

Reply from the Tidepool team

![](${image})`

test('rejects a name that resembles the team’s on the account page and in the comment form, and says what to do', async () => {
  const { acme, attacker, say, nameOf } = await createScene()
  for (const name of ['Mia Brandt (team)', 'Міа Вrаndt', 'Tide\u200bpool', 'ｓｕｐｐｏｒｔ', '\u202eTeam']) {
    const saved = await attacker.post('/me/profile', { name, mail: 'shown' })
    assert.equal(saved.status, 400, name)
    assert.match(saved.text, /id="name-fault">Choose a name that can’t be mistaken for the Tidepool team\.</)
    for (const reader of [attacker, createPortalClient(world, acme)]) {
      const posted = await say('Hello', { name }, reader)
      assert.equal(posted.status, 400, name)
      assert.match(posted.text, /id="reply-name-fault">Choose a name that can’t be mistaken for the Tidepool team\./)
    }
  }
  for (const name of ['https://evil.example', 'Win at www.evil.example', 'pills＠evil.example']) {
    assert.match(
      (await attacker.post('/me/profile', { name, mail: 'shown' })).text,
      /Choose a name without a web or email address/,
    )
    assert.equal((await say('Hello', { name })).status, 400, name)
  }
  const blank = await attacker.post('/me/profile', { name: '\u200b\u202e', mail: 'shown' })
  assert.match(blank.text, /id="name-fault">Enter a name that people can see/)
  assert.equal(await nameOf(), null)
  await attacker.post('/me/profile', { name: '  Ada\u202e \u200b Lo\u0335\u0336\u0337\u0338velace', mail: 'shown' })
  assert.equal(await nameOf(), 'Ada Lo\u0335\u0336velace')
})

test('lets a team member use their own name on the portal, but no other reserved name', async () => {
  const { acme, nameOf } = await createScene()
  const mia = await signInCustomer(world, acme, { email: `${acme.slug.toUpperCase()}@team.example` })
  await mia.post('/me/profile', { name: 'Mia Brandt', mail: 'shown' })
  assert.equal(await nameOf(mia.customerId), 'Mia Brandt')
  assert.equal((await mia.post('/me/profile', { name: 'Tidepool', mail: 'shown' })).status, 400)
})

test('protects the names of the own workspace only', async () => {
  const { attacker } = await createScene('Acme')
  assert.equal((await attacker.post('/me/profile', { name: 'Tidepool fan', mail: 'shown' })).status, 303)
})

test('quotes a customer in mail as plain text without links and images, under no official heading', async () => {
  const { say, acme, attacker, id } = await createScene()
  // A name from before the rule, from the API or from a signed token.
  await pool.query('update customers set name = $2 where id = $1', [
    attacker.customerId,
    'Reply from the Tidepool team',
  ])
  assert.equal((await say(lure(pixel))).status, 303)
  await acme.api.create(`/feedback/${id}/comments`, {
    body: '[Roadmap](https://tidepool.example/roadmap)',
    kind: 'staff_reply',
    authorName: 'Mia Brandt',
  })
  const message = (await digests.deliverDue(3)).find(({ to }) => to === victim.email)!
  assert.equal(message.subject, 'The Tidepool team replied on “Dark mode”')
  const quoted = `A customer commented:

> Confirm your Tidepool account:
>
> Confirm your account <https[:]//evil[.]example/login> or
> www[.]evil[.]example, evil[.]example/x, a@evil[.]example
>
> Reply from the Tidepool team
>
> ${pixel.replace('://', '[:]//')}`
  assert.ok(message.text.includes(quoted), message.text)
  assert.match(
    message.text,
    /\n\nReply from the Tidepool team\n\nRoadmap <https:\/\/tidepool\.example\/roadmap>\n\n— Mia Brandt\n/,
  )
  assert.equal(message.text.match(/^Reply from/gm)!.length, 1)
  assert.equal(message.html.match(/<h2[^>]*>Reply from the Tidepool team<\/h2>/g)!.length, 1)
  assert.match(message.html, /<a [^>]*href="https:\/\/tidepool\.example\/roadmap"/)
  const quote = /<blockquote[\s\S]*<\/blockquote>/.exec(message.html)![0]
  assert.doesNotMatch(quote, /<a|<img|:\/\/|evil\.example|www\./)
  assert.doesNotMatch(message.whole, /<img|evil\.example/)
})

test('names a customer in mail and does not put their name or words into the subject or sender', async () => {
  const { say, attacker } = await createScene()
  await attacker.post('/me/profile', { name: 'Ada example.com', mail: 'shown' })
  await say('Me too')
  const [message] = await digests.deliverDue(3)
  assert.equal(message!.subject, 'New comment on “Dark mode”')
  assert.match(message!.text, /Ada example\[\.\]com commented:\n\n> Me too\n/)
  assert.match(message!.whole, /^From: "?Tidepool"? </m)
  assert.doesNotMatch(message!.html, /Reply from the Tidepool team/)
})

test('marks only the team with a badge beside the name, on requests and entries', async () => {
  const { acme, id, say, attacker, page } = await createScene('Tide & <pool>')
  const badge = '<span class="team" data-team><svg'
  await pool.query('update customers set name = $2 where id = $1', [attacker.customerId, 'Mia Brandt ✓ Tidepool team'])
  await say('Hello')
  assert.ok(!(await page()).text.includes(badge))
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Hi', kind: 'staff_reply', authorName: 'Mia' })
  assert.match(
    (await page()).text,
    /<strong dir="auto">Mia<\/strong><span class="team" data-team><svg[^>]*>.*?<\/svg><bdi>Tide &amp; &lt;pool&gt; team<\/bdi><\/span>/,
  )
  assert.equal((await page()).text.split(badge).length, 2)
  const entry = await acme.api.create('/changelog', { title: 'Shipped' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Hi', kind: 'staff_reply', authorName: 'Mia' })
  const { text } = await createPortalClient(world, acme).get(`/changelog/${entry.id}`)
  assert.equal(text.split(badge).length, 2)
})

test('shows customers’ images as links, and allows remote images only on pages with text of the team', async () => {
  const { acme, id, say, page } = await createScene()
  await say(lure(pixel))
  const described = await acme.api.create('/feedback', { title: 'Pixel', description: `![](${pixel})` })
  await acme.api.patch(`/feedback/${described.id}/status`, { status: 'approved' })
  const reader = createPortalClient(world, acme)
  const policyOf = (headers: Headers) => /img-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1]
  for (const response of [await page(), await reader.get(`/requests/${described.id}`), await reader.get('/')]) {
    assert.doesNotMatch(response.text, /<img/)
    assert.equal(policyOf(response.headers), "'self' data:")
  }
  assert.ok((await page()).text.includes(`<a href="${pixel}" rel="noopener nofollow ugc">`))
  const image = '![A chart](https://cdn.example/a.png) ![](http://cdn.example/b.png)'
  await acme.api.create(`/feedback/${id}/comments`, { body: image, kind: 'staff_reply' })
  const answered = await page()
  assert.equal(policyOf(answered.headers), "'self' data: https:")
  assert.deepEqual(answered.text.match(/<img[^>]*>/g), ['<img src="https://cdn.example/a.png" alt="A chart" />'])
  await pool.query(`update workspaces set logo_url = 'https://cdn.example/logo.png' where workspace_id = $1`, [acme.id])
  assert.equal(policyOf((await reader.get('/?sort=newest')).headers), "'self' data: https://cdn.example")
})

test('removes characters that hide or reorder text from the titles that the API accepted', async () => {
  const { acme } = await createScene()
  for (const title of ['\u200b', 'Pay \u202eecived\u202c now'])
    await acme.api.patch(`/feedback/${(await acme.api.create('/feedback', { title })).id}/status`, {
      status: 'approved',
    })
  const { text } = await createPortalClient(world, acme).get('/?sort=newest')
  assert.match(text, /<h2 dir="auto"><a href="[^"]*">Untitled request<\/a><\/h2>/)
  assert.match(text, />Pay ecived now</)
  assert.doesNotMatch(text, /[\u200b\u202e]/)
})

test('requires visible characters in titles and comments on the portal', async () => {
  const { acme, attacker, say } = await createScene()
  const { rows } = await pool.query('select slug from boards where workspace_id = $1', [acme.id])
  const submit = (title: string) =>
    attacker.post('/requests/new', {
      title,
      board: rows[0].slug,
      description: '',
      seen: 'yes',
      ...formTokenField(acme),
    })
  for (const title of ['\u200b', '\u202e\u2066', '\u2800 \u3164']) {
    const refused = await submit(title)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /id="title-fault"/)
  }
  assert.equal((await submit('\u202eDark\u200b  mode\u202c again')).status, 303)
  const requests = await pool.query('select title from feedback where workspace_id = $1 order by created_at', [acme.id])
  assert.deepEqual(requests.rows, [{ title: 'Dark mode' }, { title: 'Dark mode again' }])
  assert.match((await say('\u200b \u2060')).text, /Write a comment first\./)
})
