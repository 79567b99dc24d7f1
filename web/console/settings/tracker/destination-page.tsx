import { redirect } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { connectionContextFor } from '#server/console/tracker-connection-context.ts'
import { DefaultsInput } from '#server/tracker/connection/defaults.ts'
import { changeDestination, getDestination } from '#server/tracker/connection/destination.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import { settingsLoader } from '../settings-loader.ts'
import { DestinationForm } from './destination-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async (context) => {
  const { url, home, membership } = context
  const settingsPath = `${home}/settings/tracker`
  const choices = await getDestination(connectionContextFor(context), url.searchParams.get('team') ?? undefined)
  if (choices === null) throw redirect(settingsPath)
  return { workspace: membership.name, settingsPath, choices }
})

export type DestinationPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  choose: async (context) => {
    const { form, home } = context
    const priority = form.optionalText('priority')
    const defaults = validateForm(DefaultsInput, {
      team: form.optionalText('team'),
      project: form.optionalText('project'),
      label: form.all('label'),
      assignee: form.optionalText('assignee'),
      ...(priority !== undefined && { priority: Number(priority) }),
    })
    await changeDestination(connectionContextFor(context), defaults)
    return redirectWithFlash(`${home}/settings/tracker`, messages.destinationSaved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: DestinationPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.destination, workspace: loaderData?.workspace ?? '' }) },
]

export default function Destination({ loaderData: { settingsPath, choices } }: { loaderData: DestinationPage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={messages.destination}
        meta={messages.destinationText}
        back={{ to: settingsPath, text: messages.back }}
      />
      {'failure' in choices ? (
        <Notice
          tone="danger"
          title={messages.unavailable}
          actions={<LinkButton to={settingsPath}>{settingsMessages.areas.tracker}</LinkButton>}
        >
          <p>{choices.failure}.</p>
        </Notice>
      ) : (
        // Another team has other choices, so the key resets the form.
        <DestinationForm key={choices.chosen.teamId} settingsPath={settingsPath} choices={choices} />
      )}
    </div>
  )
}
