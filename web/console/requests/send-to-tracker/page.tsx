import './send-to-tracker.css'
import { acts, loads } from '#server/console/handlers.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { sending as words } from '../../messages/requests/send-to-tracker.ts'
import { IssueForm } from './issue-form.tsx'
import { type Sending, sendingOf } from './load.ts'
import { Obstacle } from './send-notice.tsx'
import { send } from './send-action.ts'
import { TeamChoice } from './team-select.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(sendingOf)

export const action = acts.member({ send })

export const meta = ({ loaderData }: { loaderData?: Sending }) => [
  { title: `${loaderData ? titleOf(loaderData) : words.plainTitle} · ${loaderData?.workspace ?? ''}` },
]

const titleOf = ({ tracker }: Pick<Sending, 'tracker'>) => (tracker ? words.title(tracker.name) : words.plainTitle)

export default function SendingPage({ loaderData }: { loaderData: Sending }) {
  const { home, feedback, asked, tracker } = loaderData
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6 p-6 max-md:p-4">
      <PageHeader
        title={titleOf(loaderData)}
        meta={<span className="wrap-anywhere">{words.lead(feedback.title)}</span>}
        back={{ to: `${home}/requests/${feedback.id}`, text: words.back }}
      />
      <Obstacle {...loaderData} />
      {asked?.kind === 'proposal' && tracker && (
        <>
          <TeamChoice {...asked} provider={tracker.provider} />
          <IssueForm {...asked} tracker={tracker} feedbackId={feedback.id} />
        </>
      )}
    </div>
  )
}
