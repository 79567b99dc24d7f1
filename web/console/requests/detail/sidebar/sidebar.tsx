import { loadOnUse } from '../../../../ui/lib/load-on-use.tsx'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { LinkedEntriesSection, MergedRequestsSection } from './linked-records.tsx'
import { VotesSection } from './votes.tsx'

const PrivateContextSection = loadOnUse(async () => (await import('./private-context.tsx')).PrivateContextSection)

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
