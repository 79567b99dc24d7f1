import { loaderFor } from '#server/console/handlers.ts'
import { createStatusReader, type InstanceStatus } from '#server/console/status.ts'
import { Time } from '../../ui/data/time.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { layoutMessages } from '../messages/layout.ts'
import { statusMessages as messages } from '../messages/status.ts'
import { ChecksCard } from './checks-card.tsx'
import { DatabaseCards } from './database-cards.tsx'
import { JobsCard } from './jobs-card.tsx'
import { MailCard } from './mail-card.tsx'
import { ProcessesCard } from './processes-card.tsx'

// One reader per process, which all page loads share.
const readers = new WeakMap<object, () => Promise<InstanceStatus>>()

export const loader = loaderFor.operator(async ({ deps, now, zone }) => {
  const read = readers.get(deps) ?? createStatusReader(deps)
  readers.set(deps, read)
  return { status: await read(), now, zone }
})

export const meta = () => [{ title: messages.title }]

/** Shows operators the status of the instance. */
export default function Status({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { status, now, zone } = loaderData
  return (
    <>
      <a href="#content" className="skip-link">
        {layoutMessages.skipToContent}
      </a>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-4 py-8 outline-none">
        <div className="flex flex-col gap-6">
          <PageHeader
            title={messages.title}
            back={{ to: '/account', text: messages.account }}
            meta={
              <>
                {messages.version({ version: status.version })} · <Time value={status.readAt} now={now} zone={zone} />
              </>
            }
          />
          <ChecksCard findings={status.findings} />
          {status.activity && <ProcessesCard {...status.activity} />}
          {status.activity?.jobs && <JobsCard {...status.activity.jobs} />}
          {status.database && <DatabaseCards database={status.database} />}
          {status.activity?.mail && <MailCard mail={status.activity.mail} />}
        </div>
      </main>
    </>
  )
}
