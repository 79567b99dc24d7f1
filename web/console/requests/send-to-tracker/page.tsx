import './send-to-tracker.css'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { sendToTrackerMessages as messages } from '../../messages/requests/send-to-tracker.ts'
import { IssueForm } from './issue-form.tsx'
import { loadSendPage, type SendPageData } from './load.ts'
import { send } from './send-action.ts'
import { SendNotice } from './send-notice.tsx'
import { TeamSelect } from './team-select.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(loadSendPage)

export const action = actionFor.member({ send })

export const meta = ({ loaderData }: { loaderData?: SendPageData }) => [
  { title: `${loaderData ? pageTitle(loaderData) : messages.titleWithoutTracker} · ${loaderData?.workspace ?? ''}` },
]

const pageTitle = ({ tracker }: Pick<SendPageData, 'tracker'>) =>
  tracker ? messages.title({ tracker: tracker.name }) : messages.titleWithoutTracker

export default function SendToTrackerPage({ loaderData }: { loaderData: SendPageData }) {
  const { home, feedback, preview, tracker } = loaderData
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        title={pageTitle(loaderData)}
        meta={<span className="wrap-anywhere">{messages.lead({ request: feedback.title })}</span>}
        back={{ to: `${home}/requests/${feedback.id}`, text: messages.back }}
      />
      <SendNotice {...loaderData} />
      {preview?.kind === 'proposal' && tracker && (
        <>
          <TeamSelect {...preview} provider={tracker.provider} />
          <IssueForm {...preview} tracker={tracker} feedbackId={feedback.id} />
        </>
      )}
    </div>
  )
}
