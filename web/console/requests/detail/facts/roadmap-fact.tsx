import { MapIcon, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { formatTargetDelivery } from '#i18n/format.ts'
import { Button, IconButton } from '../../../../ui/buttons/button.tsx'
import { StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { loadOnUse } from '../../../../ui/lib/load-on-use.tsx'
import { roadmapStatusLabels } from '../../../messages/labels.ts'
import { roadmapItemMessages as messages, requestMessages } from '../../../messages/requests/detail.ts'
import { factMessages } from '../../../messages/requests/organize.ts'
import { statusStages } from '../../../status-stages.ts'
import type { RequestDetail } from '../load.ts'
import { roadmapItemDialogId } from '../load-on-use-ids.ts'
import type { SharedProps } from '../page.tsx'
import { Fact } from './fact.tsx'

const RoadmapItemDialog = loadOnUse(async () => (await import('../sidebar/roadmap-item-dialog.tsx')).RoadmapItemDialog)

/** Shows the roadmap item of the request, with a button to create or edit it. */
export function RoadmapFact(props: RequestDetail & SharedProps) {
  const { item, can, mail, now } = props
  return (
    <Fact name="roadmap" label={factMessages.roadmap}>
      {item ? (
        <ItemLink {...props} item={item} />
      ) : (
        !can.promote && <span className="fact-value text-muted">{requestMessages.notOnRoadmap}</span>
      )}
      {can.promote && (
        <>
          {item ? (
            <IconButton
              opens={roadmapItemDialogId}
              size="sm"
              label={messages.changeTitle}
              icon={<Pencil aria-hidden />}
            />
          ) : (
            <AddButton {...props} />
          )}
          <RoadmapItemDialog item={item} mail={mail} now={now} />
        </>
      )}
    </Fact>
  )
}

function ItemLink({ item, home, request }: RequestDetail & SharedProps & { item: NonNullable<RequestDetail['item']> }) {
  const status = roadmapStatusLabels[item.status]
  const target = item.targetDelivery && formatTargetDelivery(item.targetDelivery)
  const label = requestMessages.onRoadmap({ status })
  return (
    <Link
      className="fact-value"
      to={`${home}/roadmap/${item.id}`}
      title={request.feedback.stage === 'pending' ? messages.hidden : item.title}
      aria-label={target ? `${label}, ${target}` : label}
    >
      <StageIcon stage={statusStages[item.status]} />
      {/* The stage above the title says the same as the status. */}
      <span className="truncate">{target ?? status}</span>
    </Link>
  )
}

/** Adds the request to the column of its stage; a request in no such stage is put there by a dialog. */
function AddButton({ request, pageUrl }: RequestDetail & SharedProps) {
  const props = { size: 'sm', look: 'quiet', icon: <MapIcon aria-hidden /> } as const
  return request.isMissingOnRoadmap ? (
    <ActionForm intent="addToRoadmap" fields={{ id: request.feedback.id, next: pageUrl }}>
      <SubmitButton {...props}>{requestMessages.addToRoadmap}</SubmitButton>
    </ActionForm>
  ) : (
    <Button {...props} opens={roadmapItemDialogId}>
      {messages.promote}
    </Button>
  )
}
