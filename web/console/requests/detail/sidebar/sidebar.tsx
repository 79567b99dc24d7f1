import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { LinkedEntriesSection, MergedRequestsSection, TrackerIssueSection } from './linked-records.tsx'
import { PrivateContextSection } from './private-context.tsx'
import { RoadmapItemSection } from './roadmap-item.tsx'
import { VotesSection } from './votes.tsx'

/** Shows what belongs to the request: below its text, or beside it on a wide screen. */
export function RequestSidebar(props: RequestDetail & SharedProps) {
  const { request, can } = props
  return (
    <div className="request-side">
      <VotesSection {...props} />
      <RoadmapItemSection {...props} />
      {(can.send || request.trackerLink) && <TrackerIssueSection {...props} />}
      <PrivateContextSection {...props} />
      <LinkedEntriesSection {...props} />
      {request.merged.length > 0 && <MergedRequestsSection {...props} />}
    </div>
  )
}
