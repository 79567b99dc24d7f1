import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { getWorkspaceSettings, WorkspaceUpdate } from '#server/workspaces/settings.ts'
import { getStageLabels, StageLabelsUpdate, updateStageLabels } from '#server/workspaces/stage-labels.ts'
import { updateWorkspace } from '#server/workspaces/update.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { workspaceMessages as messages } from '../../messages/settings/workspace.ts'
import { timeZones } from '../../time-zones.ts'
import { settingsLoader } from '../settings-loader.ts'
import { BrandingCard } from './branding-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { SenderCard } from './sender-card.tsx'
import { StageLabelsCard } from './stage-labels-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope }) => {
  const [workspace, stageLabels] = await Promise.all([getWorkspaceSettings(scope), getStageLabels(scope)])
  return {
    workspace,
    stageLabels,
    zones: timeZones(workspace.timeZone),
  }
})

export type WorkspacePage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ form, write, membership }) => {
    const color = form.textOrNull('accentColor')?.trim().toLowerCase() ?? null
    const input = validateForm(WorkspaceUpdate, {
      name: form.text('name'),
      slug: form.text('slug'),
      timeZone: form.text('timeZone'),
      senderName: form.textOrNull('senderName'),
      replyTo: form.textOrNull('replyTo'),
      logoUrl: form.textOrNull('logoUrl'),
      accentColor: color,
    })
    const labels = validateForm(StageLabelsUpdate, {
      labelInReview: form.textOrNull('labelInReview'),
      labelPlanned: form.textOrNull('labelPlanned'),
      labelInProgress: form.textOrNull('labelInProgress'),
      labelCompleted: form.textOrNull('labelCompleted'),
      labelClosed: form.textOrNull('labelClosed'),
    })
    const { slug } = await write(async (tx) => {
      await updateStageLabels(tx, labels)
      return updateWorkspace(tx, input)
    })
    return redirectWithFlash(
      `/w/${slug}/settings`,
      slug === membership.slug ? messages.saved : messages.savedWithNewSlug,
      {
        tone: 'success',
      },
    )
  },
})

export const meta = ({ loaderData }: { loaderData?: WorkspacePage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.workspace,
      workspace: loaderData?.workspace.name ?? '',
    }),
  },
]

export default function WorkspaceSettings({ loaderData: page }: { loaderData: WorkspacePage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.workspace} meta={messages.about} />
      <ActionForm intent="save" guard draftKey="settings:workspace" noValidate>
        <GeneralCard {...page} />
        <BrandingCard {...page} />
        <StageLabelsCard {...page} />
        <SenderCard {...page} />
        <FormActions>
          <SubmitButton>{settingsMessages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}
