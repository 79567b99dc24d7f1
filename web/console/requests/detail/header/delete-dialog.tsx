import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { describeDeletion, deleteRequestMessages as messages } from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import { deleteDialogId } from '../load-on-use-ids.ts'

export function DeleteRequestDialog({ request, tracker }: RequestDetail) {
  const { feedback, roadmapItem, merged, entries, trackerLink } = request
  const issue = trackerLink && { identifier: trackerLink.identifier, tracker: tracker?.name ?? trackerLink.provider }
  const { votes, comments } = feedback
  const summary = {
    votes,
    comments,
    hasItem: roadmapItem !== null,
    merged: merged.length,
    entries: entries.length,
    issue,
  }
  return (
    <ConfirmDialog
      id={deleteDialogId}
      intent="delete"
      fields={{ title: feedback.title }}
      title={messages.title({ title: feedback.title })}
      description={describeDeletion(summary)}
      confirm={messages.confirm}
    />
  )
}
