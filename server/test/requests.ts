import type { Client } from './client.ts'
import type { ContractOperation } from './contract.ts'
import type { TestWorkspace } from './world.ts'

/** One of each thing that a path can name. */
export interface Things {
  feedback: string
  roadmap: string
  changelog: string
}

let furnished = 0

/** Puts one of each into a workspace, the way its team would. */
export async function furnish({ api, tag }: TestWorkspace): Promise<Things> {
  furnished += 1
  const submitter = { email: 'ada@example.com', name: 'Ada' }
  const feedback = await api.made('/feedback', { title: 'Export as CSV', submitter, metadata: { page: '/tables' } })
  await api.patch(`/feedback/${feedback.id}/status`, { status: 'approved' })
  await api.made(`/feedback/${feedback.id}/comments`, { body: 'We need this too.' })
  const item = await api.made('/roadmap', {
    title: 'Dark mode',
    targetDelivery: { precision: 'quarter', date: '2027-03-31' },
  })
  return {
    feedback: feedback.id,
    roadmap: item.id,
    changelog: await writeEntry(api, feedback.id, (await tag(`new ${furnished}`)).id),
  }
}

async function writeEntry(api: Client, feedbackId: string, tagId: string): Promise<string> {
  const entry = await api.made('/changelog', {
    title: 'Faster',
    tagIds: [tagId],
    linkedFeedbackIds: [feedbackId],
    scheduledPublishAt: '2099-01-01T09:00:00Z',
  })
  await api.made(`/changelog/${entry.id}/comments`, { body: 'Thank you.' })
  return entry.id
}

/** The operation's path with this id in it. */
export const pathWith = ({ path }: ContractOperation, id: string): string => path.replace('{id}', id)

/** The operation's path, naming one of the things. */
export const pathTo = (operation: ContractOperation, things: Things): string =>
  pathWith(operation, things[operation.path.split('/')[1] as keyof Things])

/** The documented example of the operation's body; with it the operation succeeds. */
export const exampleOf = ({ body }: ContractOperation): object | undefined => body?.example

export const isWrite = ({ method }: ContractOperation): boolean => method !== 'GET'

export const isPost = ({ method }: ContractOperation): boolean => method === 'POST'
