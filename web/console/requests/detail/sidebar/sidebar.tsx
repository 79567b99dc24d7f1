import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { LinkedEntriesSection, MergedRequestsSection } from './linked-records.tsx'
import { PrivateContextSection } from './private-context.tsx'
import { VotesSection } from './votes.tsx'

/** Shows what belongs to the request: below its text, or beside it on a wide screen. */
export function RequestSidebar(props: RequestDetail & SharedProps) {
  const { request } = props
  return (
    <div className="request-side">
      <VotesSection {...props} />
      <PrivateContextSection {...props} />
      <LinkedEntriesSection {...props} />
      {request.merged.length > 0 && <MergedRequestsSection {...props} />}
    </div>
  )
}
