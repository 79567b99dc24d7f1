import { createBoard } from '../../server/boards/create.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'

/** Returns payloads that have run scripts somewhere: in HTML, Markdown, attributes or XML. Each names its field. */
export const xssPayloads = (field: string): string[] => [
  `<script>alert('${field}')</script>`,
  `"><img src=x onerror=alert('${field}')>`,
  `'><svg/onload=alert('${field}')>`,
  `</title></textarea></style></script><script>alert('${field}')</script>`,
  `<iframe srcdoc="<script>parent.alert('${field}')</script>">`,
  `<a href="javascript:alert('${field}')">a</a>`,
  `[b](javascript:alert('${field}'))`,
  `[c](JaVaScRiPt&colon;alert('${field}'))`,
  `[d](data:text/html,<script>alert('${field}')</script>)`,
  `![e](x" onerror="alert('${field}'))`,
  `![f](https://example.invalid/x.png"onload="alert('${field}'))`,
  `<https://example.invalid/"onmouseover="alert('${field}')>`,
  `[g](vbscript:alert)`,
  '```"><img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>\n```',
  '`<img src=x onerror=alert(1)>`',
  `<math><mtext></form><form><mglyph><style></math><img src onerror=alert('${field}')>`,
  `<noscript><p title="</noscript><img src=x onerror=alert('${field}')>">`,
  `<details open ontoggle=alert('${field}')>`,
  `]]><script>alert('${field}')</script><![CDATA[`,
  `<!--><script>alert('${field}')</script-->`,
  `\u2028</script><script>alert('${field}')//`,
  '{{constructor.constructor("alert(1)")()}}',
  '<form action="https://evil.invalid"><button>Sign in</button></form>',
  '<base href="https://evil.invalid/"><link rel="stylesheet" href="https://evil.invalid/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.invalid">',
]

const allPayloads = (field: string) => xssPayloads(field).join('\n\n')

/** Short fields take one payload each, a different one each time. */
let turn = 0
const nextPayload = (field: string, maxLength: number) => {
  const fitting = xssPayloads(field)
    .map((text) => text.replaceAll('\n', ' '))
    .filter((text) => text.length <= maxLength)
  turn += 1
  return fitting[turn % fitting.length]!
}

export interface XssResources {
  requestId: string
  entryId: string
  itemId: string
  /** Email address of the customer who submitted everything. */
  email: string
}

/** Stores the payloads in every text field that any page shows. */
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
