import { createBoard } from '../../server/boards/create.ts'
import type { TestWorkspace } from '../../server/test/test-app.ts'
import { updateWorkspace } from '../../server/workspaces/update.ts'

/** Markup that has run scripts somewhere, in HTML, in Markdown, in attributes, in XML. Each says where it came from. */
export const corpus = (at: string): string[] => [
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

const everything = (at: string) => corpus(at).join('\n\n')

/** Fields are short; each takes one of them, another each time. */
let turn = 0
const one = (at: string, characters: number) => {
  const fitting = corpus(at)
    .map((text) => text.replaceAll('\n', ' '))
    .filter((text) => text.length <= characters)
  turn += 1
  return fitting[turn % fitting.length]!
}

export interface Hostile {
  requestId: string
  entryId: string
  itemId: string
  /** The address of the customer who wrote it all. */
  email: string
}

/** Puts the corpus through every text field that is shown anywhere. */
export async function furnishHostilely(acme: TestWorkspace): Promise<Hostile> {
  const { api } = acme
  const email = 'mallory@example.com'
  const submitter = { email, name: one('customer', 200), externalId: one('external', 255) }
  await acme.write((tx) =>
    updateWorkspace(tx, {
      name: one('workspace', 100),
      senderName: one('sender', 100),
      logoUrl: `https://example.invalid/"onload="alert(1)`,
    }),
  )
  const board = await acme.write((tx) => createBoard(tx, { name: one('board', 100), slug: 'hostile' }))
  const ids: string[] = []
  for (const [index, title] of corpus('title').entries()) {
    const { id } = await api.made('/feedback', {
      title: title.replaceAll('\n', ' ').slice(0, 200),
      description: everything('description'),
      submitter,
      boardId: index % 2 ? board.id : undefined,
      sourceUrl: `https://example.com/"><script>alert('source')</script>`,
      metadata: { [one('key', 64)]: one('value', 1_000) },
    })
    await api.patch(`/feedback/${id}/stage`, { stage: 'in_review' })
    ids.push(id)
  }
  const requestId = ids[0]!
  const root = await api.made(`/feedback/${requestId}/comments`, { body: everything('comment'), submitter })
  await api.made(`/feedback/${requestId}/comments`, {
    body: everything('reply'),
    kind: 'staff_reply',
    authorName: one('author', 100),
    parentId: root.id,
  })
  const promoted = (await api.post(`/feedback/${requestId}/promote`, { status: 'planned' })).body.data
  const itemId = promoted.roadmapItem.id
  await api.patch(`/roadmap/${itemId}`, { title: one('item', 200), description: everything('item-description') })
  const tag = await acme.tag(one('tag', 50))
  const entry = await api.made('/changelog', {
    title: one('entry', 200),
    body: everything('body'),
    versionLabel: one('version', 64),
    tagIds: [tag.id],
    linkedFeedbackIds: ids.slice(0, 5),
  })
  await api.post(`/changelog/${entry.id}/publish`)
  await api.made(`/changelog/${entry.id}/comments`, { body: everything('entry-comment'), submitter })
  return { requestId, entryId: entry.id, itemId, email }
}
