import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { WorkspaceUpdate, workspaceSettings } from '#server/workspaces/settings.ts'
import { updateWorkspace } from '#server/workspaces/update.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settings } from '../../messages/settings/common.ts'
import { workspaceWords as words } from '../../messages/settings/workspace.ts'
import { loadsSettings } from '../settings-loader.ts'
import { GeneralCard } from './general-card.tsx'
import { LookCard } from './branding-card.tsx'
import { MailCard } from './sender-card.tsx'
import { timeZones } from './time-zones.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loadsSettings(async ({ scope }) => {
  const workspace = await workspaceSettings(scope)
  return {
    workspace,
    zones: timeZones(workspace.timeZone),
  }
})

export type WorkspacePage = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  save: async ({ form, write, membership }) => {
    const color = form.orNull('accentColor')?.trim().toLowerCase() ?? null
    const input = checked(WorkspaceUpdate, {
      name: form.text('name'),
      slug: form.text('slug'),
      timeZone: form.text('timeZone'),
      senderName: form.orNull('senderName'),
      replyTo: form.orNull('replyTo'),
      logoUrl: form.orNull('logoUrl'),
      accentColor: color,
    })
    const { slug } = await write((tx) => updateWorkspace(tx, input))
    return done(`/w/${slug}/settings`, slug === membership.slug ? words.saved : words.moved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: WorkspacePage }) => [
  { title: settings.titleOf(settings.areas.workspace, loaderData?.workspace.name ?? '') },
]

export default function WorkspaceSettings({ loaderData: page }: { loaderData: WorkspacePage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settings.areas.workspace} meta={words.about} />
      <ActionForm intent="save" guard noValidate>
        <GeneralCard {...page} />
        <LookCard {...page} />
        <MailCard {...page} />
        <FormActions>
          <SubmitButton>{settings.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}
