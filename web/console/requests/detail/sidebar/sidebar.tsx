import { Context } from './private-context.tsx'
import { Issue, MergedRequests, News } from './linked-records.tsx'
import type { Detail } from '../load.ts'
import type { Surroundings } from '../page.tsx'
import { Planning } from './roadmap-item.tsx'
import { Votes } from './votes.tsx'

/** What belongs to the request: below its text, or beside everything where there is room. */
export function Side(props: Detail & Surroundings) {
  const { request, can } = props
  return (
    <div className="request-side">
      <Votes {...props} />
      <Planning {...props} />
      {(can.send || request.trackerLink) && <Issue {...props} />}
      <Context {...props} />
      <News {...props} />
      {request.merged.length > 0 && <MergedRequests {...props} />}
    </div>
  )
}
