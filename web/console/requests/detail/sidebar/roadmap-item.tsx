import { MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { stageOf } from '../../../roadmap/board/status-stages.ts'
import { itemStatuses, planning as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'
import type { Surroundings } from '../page.tsx'
import { PlanningDialog, planningId } from './roadmap-item-dialog.tsx'
import { SideSection } from './section.tsx'
import { formatTarget } from '../target-delivery.ts'

/** The roadmap item of the request, or the way to make one. */
export function Planning({ request: { feedback }, item, home, can, now }: Detail & Surroundings) {
  return (
    <SideSection title={words.title}>
      {item === null ? (
        <p className="request-none">{words.none}</p>
      ) : (
        <div className="request-item">
          <Link className="text-link" to={`${home}/roadmap/${item.id}`} dir="auto">
            {item.title}
          </Link>
          <p className="request-item-facts">
            <Badge tone={stageOf[item.status]} icon={<StageIcon stage={stageOf[item.status]} />}>
              {itemStatuses[item.status]}
            </Badge>
            {item.targetDelivery && <span>{formatTarget(item.targetDelivery)}</span>}
          </p>
          {feedback.stage === 'pending' && <p className="request-none">{words.hidden}</p>}
        </div>
      )}
      {can.promote && (
        <>
          <Button opens={planningId} size="sm" icon={<MapIcon aria-hidden />}>
            {item === null ? words.promote : words.change}
          </Button>
          <PlanningDialog item={item} now={now} />
        </>
      )}
    </SideSection>
  )
}
