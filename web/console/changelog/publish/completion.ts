import { type Completion, isCompletable } from '#server/changelog/publishing/complete-linked.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import type { Stage } from '#server/feedback/schema.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countRecipients } from '#server/notifications/recipients/count-recipients.ts'
import type { Scope } from '#server/platform/scope.ts'
import { readNotificationChoice } from '../../notify/choice.ts'

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

/** Reads the fields of `CompleteLinked`; null to complete no requests. */
export async function readCompletion(context: MemberActionContext): Promise<Completion | null> {
  if (!context.form.flag('completesLinked')) return null
  return { ids: context.form.all('linkedId'), ...(await readNotificationChoice(context, 'stages')) }
}
