import { redirect } from 'react-router'
import { deskOf } from '#server/console/tracker-connection-context.ts'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { permit } from '#server/members/roles.ts'
import { Wishes } from '#server/tracker/connection/defaults.ts'
import { chooseDestination, destinationChoices } from '#server/tracker/connection/destination.ts'
import { trackerCan } from '#server/tracker/permissions.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { trackerWords as words } from '../../messages/settings/tracker.ts'
import { loadsSettings } from '../settings-loader.ts'
import { DestinationForm } from './destination-form.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async (visit) => {
  const { url, home, membership } = visit
  const here = `${home}/settings/tracker`
  const choices = await destinationChoices(deskOf(visit), url.searchParams.get('team') ?? undefined)
  if (choices === null) throw redirect(here)
  return { workspace: membership.name, here, choices }
})

export type DestinationPage = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  choose: async (visit) => {
    permit(trackerCan(visit.scope.actor).connect)
    const { form, home } = visit
    const priority = form.optional('priority')
    const wishes = checked(Wishes, {
      team: form.optional('team'),
      project: form.optional('project'),
      label: form.all('label'),
      assignee: form.optional('assignee'),
      ...(priority !== undefined && { priority: Number(priority) }),
    })
    await chooseDestination(deskOf(visit), wishes)
    return done(`${home}/settings/tracker`, words.moved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: DestinationPage }) => [
  { title: settings.titleOf(words.destination, loaderData?.workspace ?? '') },
]

export default function Destination({ loaderData: { here, choices } }: { loaderData: DestinationPage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={words.destination} meta={words.destinationText} back={{ to: here, text: words.back }} />
      {'failure' in choices ? (
        <Notice
          tone="danger"
          title={words.failed}
          actions={<LinkButton to={here}>{settings.areas.tracker}</LinkButton>}
        >
          <p>{choices.failure}.</p>
        </Notice>
      ) : (
        // Another team has other choices: nothing of what was typed for the one before stays.
        <DestinationForm key={choices.chosen.teamId} here={here} choices={choices} />
      )}
    </div>
  )
}
