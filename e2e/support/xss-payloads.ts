import { createBoard } from '../../server/boards/create.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'

/** Markup that has run scripts somewhere, in HTML, in Markdown, in attributes, in XML. Each says where it came from. */
export const xssPayloads = (at: string): string[] => [
  `<script>alert('${at}')</script>`,
  `"><img src=x onerror=alert('${at}')>`,
  `'><svg/onload=alert('${at}')>`,
  `</title></textarea></style></script><script>alert('${at}')</script>`,
  `<iframe srcdoc="<script>parent.alert('${at}')</script>">`,
  `<a href="javascript:alert('${at}')">a</a>`,
  `[b](javascript:alert('${at}'))`,
  `[c](JaVaScRiPt&colon;alert('${at}'))`,
  `[d](data:text/html,<script>alert('${at}')</script>)`,
  `![e](x" onerror="alert('${at}'))`,
  `![f](https://example.invalid/x.png"onload="alert('${at}'))`,
  `<https://example.invalid/"onmouseover="alert('${at}')>`,
  `[g](vbscript:alert)`,
  '```"><img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>\n```',
  '`<img src=x onerror=alert(1)>`',
  `<math><mtext></form><form><mglyph><style></math><img src onerror=alert('${at}')>`,
  `<noscript><p title="</noscript><img src=x onerror=alert('${at}')>">`,
  `<details open ontoggle=alert('${at}')>`,
  `]]><script>alert('${at}')</script><![CDATA[`,
  `<!--><script>alert('${at}')</script-->`,
  `\u2028</script><script>alert('${at}')//`,
  '{{constructor.constructor("alert(1)")()}}',
  '<form action="https://evil.invalid"><button>Sign in</button></form>',
  '<base href="https://evil.invalid/"><link rel="stylesheet" href="https://evil.invalid/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.invalid">',
]

const allPayloads = (at: string) => xssPayloads(at).join('\n\n')

/** Fields are short; each takes one of them, another each time. */
let turn = 0
const nextPayload = (at: string, characters: number) => {
  const fitting = xssPayloads(at)
    .map((text) => text.replaceAll('\n', ' '))
    .filter((text) => text.length <= characters)
  turn += 1
  return fitting[turn % fitting.length]!
}

export interface XssResources {
  requestId: string
  entryId: string
  itemId: string
  /** The address of the customer who wrote it all. */
  email: string
}

/** Puts the corpus through every text field that is shown anywhere. */
export async function seedXssPayloads(acme: TestWorkspace): Promise<XssResources> {
  const { api } = acme
  const email = 'mallory@example.com'
  const submitter = { email, name: nextPayload('customer', 200), externalId: nextPayload('external', 255) }
  await acme.write((tx) =>
    updateWorkspace(tx, {
      name: nextPayload('workspace', 100),
      senderName: nextPayload('sender', 100),
      logoUrl: `https://example.invalid/"onload="alert(1)`,
    }),
  )
  const board = await acme.write((tx) => createBoard(tx, { name: nextPayload('board', 100), slug: 'hostile' }))
  const ids: string[] = []
  for (const [index, title] of xssPayloads('title').entries()) {
    const { id } = await api.create('/feedback', {
      title: title.replaceAll('\n', ' ').slice(0, 200),
      description: allPayloads('description'),
      submitter,
      boardId: index % 2 ? board.id : undefined,
      sourceUrl: `https://example.com/"><script>alert('source')</script>`,
      metadata: { [nextPayload('key', 64)]: nextPayload('value', 1_000) },
    })
    await api.patch(`/feedback/${id}/stage`, { stage: 'in_review' })
    ids.push(id)
  }
  const requestId = ids[0]!
  const root = await api.create(`/feedback/${requestId}/comments`, { body: allPayloads('comment'), submitter })
  await api.create(`/feedback/${requestId}/comments`, {
    body: allPayloads('reply'),
    kind: 'staff_reply',
    authorName: nextPayload('author', 100),
    parentId: root.id,
  })
  const promoted = (await api.post(`/feedback/${requestId}/promote`, { status: 'planned' })).body.data
  const itemId = promoted.roadmapItem.id
  await api.patch(`/roadmap/${itemId}`, {
    title: nextPayload('item', 200),
    description: allPayloads('item-description'),
  })
  const tag = await acme.tag(nextPayload('tag', 50))
  const entry = await api.create('/changelog', {
    title: nextPayload('entry', 200),
    body: allPayloads('body'),
    versionLabel: nextPayload('version', 64),
    tagIds: [tag.id],
    linkedFeedbackIds: ids.slice(0, 5),
  })
  await api.post(`/changelog/${entry.id}/publish`)
  await api.create(`/changelog/${entry.id}/comments`, { body: allPayloads('entry-comment'), submitter })
  return { requestId, entryId: entry.id, itemId, email }
}
