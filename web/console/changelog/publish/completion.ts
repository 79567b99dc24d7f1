import { getEntry } from '#server/changelog/queries.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import type { Stage } from '#server/feedback/schema.ts'
import { type NotificationChoice, notifyNobody } from '#server/notifications/events/choice.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countRecipients } from '#server/notifications/recipients/count-recipients.ts'
import type { Scope, WriteScope } from '#server/platform/scope.ts'
import { promoteToStage } from '#server/roadmap/promote-to-stage.ts'
import { readNotificationChoice } from '../../notify/choice.ts'

// Pending and closed requests are left out, because the team has not built them.
const completableStages: Stage[] = ['in_review', 'planned', 'in_progress']

const isCompletable = ({ stage }: { stage: Stage }): boolean => completableStages.includes(stage)

/** Loads what publishing an entry can complete: its linked requests that are open, and whom that would email. */
export async function loadCompletion(scope: Scope, linked: { id: string; title: string; stage: Stage }[]) {
  const requests = linked.filter(isCompletable).map(({ id, title }) => ({ id, title }))
  if (requests.length === 0) return { requests, recipients: null, byDefault: false }
  const ids = requests.map(({ id }) => id)
  const [recipients, { notifiesStages }] = await Promise.all([
    countRecipients(scope, ids, { kind: 'stages' }),
    getNotificationDefaults(scope),
  ])
  return { requests, recipients, byDefault: notifiesStages }
}

export interface Completion {
  /** The linked requests that the member has seen and chosen to complete. */
  ids: string[]
  choice: NotificationChoice
}

/** Reads the fields of `CompleteLinked`. */
export async function readCompletion(context: MemberActionContext): Promise<Completion> {
  if (!context.form.flag('completesLinked')) return { ids: [], choice: notifyNobody }
  return { ids: context.form.all('linkedId'), choice: await readNotificationChoice(context, 'stages') }
}

/**
 * Completes the chosen requests that are still linked and open, and puts them on the roadmap, as every menu of stages does.
 * @returns how many changed
 */
export async function completeLinked(tx: WriteScope, entryId: string, { ids, choice }: Completion): Promise<number> {
  if (ids.length === 0) return 0
  const { linkedFeedback } = await getEntry(tx, entryId)
  const open = linkedFeedback.filter((request) => ids.includes(request.id) && isCompletable(request))
  if (open.length === 0) return 0
  return (
    await promoteToStage(
      tx,
      open.map(({ id }) => id),
      'completed',
      choice,
    )
  ).length
}
