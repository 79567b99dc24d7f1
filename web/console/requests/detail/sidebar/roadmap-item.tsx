import { MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import { formatTargetDelivery } from '#i18n/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { roadmapStatusLabels } from '../../../messages/labels.ts'
import { roadmapItemMessages as messages } from '../../../messages/requests/detail.ts'
import { statusStages } from '../../../roadmap/board/status-stages.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { RoadmapItemDialog, roadmapItemDialogId } from './roadmap-item-dialog.tsx'
import { SidebarSection } from './section.tsx'

/** Shows the roadmap item of the request, with a button to create or edit it. */
export function RoadmapItemSection({ request: { feedback }, item, home, can, mail, now }: RequestDetail & SharedProps) {
  return (
    <SidebarSection title={messages.title}>
      {item === null ? (
        <p className="request-none">{messages.none}</p>
      ) : (
        <div className="request-item">
          <Link className="text-link" to={`${home}/roadmap/${item.id}`} dir="auto">
            {item.title}
          </Link>
          <p className="request-item-facts">
            <Badge tone={statusStages[item.status]} icon={<StageIcon stage={statusStages[item.status]} />}>
              {roadmapStatusLabels[item.status]}
            </Badge>
            {item.targetDelivery && <span>{formatTargetDelivery(item.targetDelivery)}</span>}
          </p>
          {feedback.stage === 'pending' && <p className="request-none">{messages.hidden}</p>}
        </div>
      )}
      {can.promote && (
        <>
          <Button opens={roadmapItemDialogId} size="sm" icon={<MapIcon aria-hidden />}>
            {item === null ? messages.promote : messages.change}
          </Button>
          <RoadmapItemDialog item={item} mail={mail} now={now} />
        </>
      )}
    </SidebarSection>
  )
}
