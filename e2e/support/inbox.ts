import { createComment } from '../../server/comments/create.ts'
import { setOwner } from '../../server/feedback/organize/set-owner.ts'
import { updateInboxSettings } from '../../server/inbox/settings.ts'
import { notifyNobody } from '../../server/notifications/events/choice.ts'
import type { WriteScope } from '../../server/platform/scope.ts'
import type { ConsoleWorkspace, SignedInTeamMember } from './browser-app.ts'

const caps = { free: null, starter: null, growth: null }

/** Runs work as a member of a workspace. */
export const asMember = <T>(
  { write }: Pick<ConsoleWorkspace, 'write'>,
  { memberId }: Pick<SignedInTeamMember, 'memberId'>,
  work: (tx: WriteScope) => Promise<T>,
): Promise<T> => write((tx) => work({ ...tx, actor: { type: 'member', id: memberId, role: 'member' } }))

/** Writes a reply or a team note as a member. */
export const writeAs = (
  workspace: ConsoleWorkspace,
  author: SignedInTeamMember,
  feedbackId: string,
  { body, isInternal = false }: { body: string; isInternal?: boolean },
) =>
  asMember(workspace, author, (tx) => {
    const input = { kind: 'staff_reply' as const, authorName: author.name, body, isInternal }
    return createComment(tx, { of: 'feedback_id', id: feedbackId }, input, caps, notifyNobody)
  })

/** Posts a comment of a customer. */
export const answerAs = (workspace: ConsoleWorkspace, email: string, feedbackId: string, body: string) =>
  workspace.write((tx) =>
    createComment(tx, { of: 'feedback_id', id: feedbackId }, { body, submitter: { email } }, caps),
  )

/** Fills the inbox of a member: each kind, several about one request, and the review queue. */
export async function seedInbox(workspace: ConsoleWorkspace, owner: SignedInTeamMember): Promise<void> {
  const colleague = await workspace.member('member', 'Tomasz Nowak')
  const rows = await workspace.write((tx) =>
    tx.db
      .selectFrom('feedback')
      .select('id')
      .where('workspace_id', '=', workspace.id)
      .where('status', '=', 'approved')
      .orderBy('votes', 'desc')
      .orderBy('id')
      .limit(5)
      .execute(),
  )
  const ids = rows.map(({ id }) => id)
  await asMember(workspace, colleague, (tx) => setOwner(tx, ids.slice(0, 3), owner.memberId))
  await answerAs(workspace, 'customer@example.com', ids[0]!, 'Any news on this? We would **really** like to have it.')
  const body = `Looks like a quick win, @${owner.name}. Could you check with the customer?`
  await writeAs(workspace, colleague, ids[1]!, { body, isInternal: true })
  await writeAs(workspace, colleague, ids[4]!, { body: `@${owner.name} can tell you more.` })
  const settings = { assigned: 'immediately', mentions: 'immediately', replies: 'daily', review: 'off' } as const
  await asMember(workspace, owner, (tx) => updateInboxSettings(tx, { ...settings, showsReview: true }))
}
