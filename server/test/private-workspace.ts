import { createBoard } from '../boards/create.ts'
import { updateBoard } from '../boards/update.ts'
import { mergeFeedback } from '../feedback/merge.ts'
import { inviteMember } from '../members/invite.ts'
import { setVote } from '../votes/set.ts'
import type { TestWorkspace } from './world.ts'

/** Stands in every text that is private, so that no spelling of it is overlooked. */
export const privateWord = 'xyzzyprivate'

/** What may be read by everybody has this word, so that a sweep knows that it saw something. */
export const publicWord = 'plainsight'

export interface Furnished {
  /** What is public, by its ids. */
  requests: string[]
  entries: string[]
}

/** Who filed and voted for what the public does not see (any more), and may see no more of it than others. */
export const insider = 'insider@example.com'

let counter = 0
/** Another private text each time: what leaks says which. */
const hidden = (kind: string) => `${privateWord}-${kind}-${++counter}`

/**
 * A workspace that has every private thing beside and under public ones: requests that wait, are refused, closed or on a
 * private board, who asked and from where, team notes, drafts, links from entries and the roadmap to what is hidden.
 */
export async function furnishPrivately(acme: TestWorkspace): Promise<Furnished> {
  const { api } = acme
  const submitter = (name: string) => ({
    email: `${hidden('email')}@example.com`,
    externalId: hidden('external'),
    name: `${publicWord} ${name}`,
  })
  const context = () => ({
    sourceUrl: `https://example.com/${hidden('source')}`,
    metadata: { [hidden('key')]: hidden('value') },
  })
  const file = async (title: string, stage: string | null, more: object = {}): Promise<string> => {
    const { id } = await api.made('/feedback', { title, submitter: submitter('Ada'), ...context(), ...more })
    if (stage) await api.patch(`/feedback/${id}/stage`, { stage })
    return id
  }
  const requests: string[] = []
  for (const stage of ['in_review', 'planned', 'in_progress', 'completed']) {
    const id = await file(`${publicWord} ${stage}`, stage, { description: `Why *${publicWord}* matters` })
    requests.push(id)
    await api.made(`/feedback/${id}/comments`, { body: `${publicWord} comment`, submitter: submitter('Bea') })
    await api.made(`/feedback/${id}/comments`, {
      body: `${publicWord} reply`,
      kind: 'staff_reply',
      authorName: 'Grace',
    })
    await api.made(`/feedback/${id}/comments`, { body: hidden('note'), kind: 'staff_reply', isInternal: true })
  }
  const secretText = (kind: string) => ({ description: hidden(`${kind}-description`) })
  const pending = await file(hidden('pending'), null, secretText('pending'))
  const closed = await file(hidden('closed'), 'closed', secretText('closed'))
  const refused: string[] = []
  for (const status of ['rejected', 'spam']) {
    const id = await file(hidden(status), 'planned', secretText(status))
    await api.patch(`/feedback/${id}/status`, { status })
    refused.push(id)
  }
  const board = await acme.write((tx) => createBoard(tx, { name: hidden('board'), slug: privateWord }))
  const onBoard = await file(hidden('on-board'), 'planned', { boardId: privateWord, ...secretText('on-board') })
  await acme.write((tx) => updateBoard(tx, board.id, { isPublic: false }))
  // The same of somebody who may be signed in: what became of it is not theirs to read.
  const own = { submitter: { email: insider } }
  for (const status of ['rejected', 'spam']) {
    const id = await file(hidden(`own-${status}`), 'planned', own)
    await api.patch(`/feedback/${id}/status`, { status })
  }
  await file(hidden('own-closed'), 'closed', own)
  for (const stage of [null, 'planned']) await file(hidden('own-on-board'), stage, { ...own, boardId: privateWord })
  await acme.write((tx) => setVote(tx, closed, { email: insider }, { free: null, starter: null, growth: null }))
  const merged = await file(hidden('merged'), 'in_review', secretText('merged'))
  await acme.write((tx) => mergeFeedback(tx, merged, requests[0]!))

  // Items and entries that lead to what is hidden.
  const secrets = [pending, closed, ...refused, onBoard]
  for (const [index, id] of secrets.entries()) {
    await api.post(`/feedback/${id}/promote`, { status: (['planned', 'in_progress', 'done'] as const)[index % 3] })
  }
  await api.post(`/feedback/${requests[1]}/promote`, {
    status: 'planned',
    targetDelivery: { precision: 'quarter', date: '2027-07-01' },
  })
  for (const id of [pending, ...refused])
    await api.patch(`/feedback/${id}/status`, { status: id === pending ? 'pending' : 'rejected' })
  await api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const tag = await acme.tag(`${publicWord} tag`)
  const entry = await api.made('/changelog', {
    title: `${publicWord} entry`,
    body: `${publicWord} news with **words**`,
    tagIds: [tag.id],
    linkedFeedbackIds: [requests[3]!, ...secrets],
  })
  await api.post(`/changelog/${entry.id}/publish`)
  await api.made(`/changelog/${entry.id}/comments`, { body: `${publicWord} remark`, submitter: submitter('Cleo') })
  await api.made(`/changelog/${entry.id}/comments`, {
    body: hidden('entry-note'),
    kind: 'staff_reply',
    isInternal: true,
  })
  await api.made('/changelog', { title: hidden('draft'), body: hidden('draft-body') })
  await api.made('/changelog', {
    title: hidden('scheduled'),
    body: hidden('scheduled-body'),
    scheduledPublishAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await acme.write((tx) =>
    inviteMember(tx, { email: `${hidden('member')}@example.com`, role: 'member' }, 'http://heed.test'),
  )
  return { requests, entries: [entry.id] }
}
