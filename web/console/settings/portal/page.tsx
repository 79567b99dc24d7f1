import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { getPortalSettings, PortalUpdate } from '#server/portal/settings/settings.ts'
import { updatePortal } from '#server/portal/settings/update.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { settingsLoader } from '../settings-loader.ts'
import { LegalCard } from './legal-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { VisibilityCard } from './visibility-card.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, membership }) => ({
  workspace: membership.name,
  portal: await getPortalSettings(scope),
}))

type GeneralPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ form, write, deps, home }) => {
    const input = validateForm(PortalUpdate, {
      access: form.text('access'),
      showsRequests: form.flag('showsRequests'),
      showsRoadmap: form.flag('showsRoadmap'),
      showsChangelog: form.flag('showsChangelog'),
      showsGivenNames: form.flag('showsGivenNames'),
      showsBranding: form.flag('showsBranding'),
      privacyUrl: form.textOrNull('privacyUrl'),
      termsUrl: form.textOrNull('termsUrl'),
      imprintUrl: form.textOrNull('imprintUrl'),
    })
    await write((tx) => updatePortal(tx, input, deps.settings))
    return redirectWithFlash(`${home}/settings/portal`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: GeneralPage }) => [
  {
    title: settingsMessages.pageTitle({ page: settingsMessages.areas.portal, workspace: loaderData?.workspace ?? '' }),
  },
]

export default function PortalSettings({ loaderData: page }: { loaderData: GeneralPage }) {
  return (
    <ActionForm intent="save" guard draftKey="settings:portal" noValidate>
      <VisibilityCard {...page} />
      <PeopleCard {...page} />
      <LegalCard {...page} />
      <FormActions>
        <SubmitButton>{settingsMessages.save}</SubmitButton>
      </FormActions>
    </ActionForm>
  )
}
