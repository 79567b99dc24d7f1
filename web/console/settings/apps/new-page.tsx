import { AppRegistration, registerApp } from '#server/apps/registrations/register.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { appsMessages as messages } from '../../messages/settings/apps.ts'
import { settingsMessages } from '../../messages/settings/common.ts'
import { settingsLoader } from '../settings-loader.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ home, membership }) => ({
  workspace: membership.name,
  pageUrl: `${home}/settings/apps`,
}))

type NewAppPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  create: async ({ form, write, home }) => {
    const lines = form.text('redirectUris').split('\n')
    const redirectUris = lines.map((line) => line.trim()).filter((line) => line !== '')
    const input = validateForm(AppRegistration, { name: form.text('name'), redirectUris })
    await write((tx) => registerApp(tx, input))
    return redirectWithFlash(`${home}/settings/apps`, messages.created({ name: input.name }))
  },
})

export const meta = ({ loaderData }: { loaderData?: NewAppPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.registered.add, workspace: loaderData?.workspace ?? '' }) },
]

export default function NewApp({ loaderData: { pageUrl } }: { loaderData: NewAppPage }) {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader
        title={messages.registered.add}
        meta={messages.newAbout}
        back={{ to: pageUrl, text: messages.back }}
      />
      <Card>
        <ActionForm intent="create" noValidate guard>
          <Field name="name" label={messages.appName} help={messages.appNameHelp}>
            <TextInput maxLength={100} required autoComplete="off" dir="auto" />
          </Field>
          <Field name="redirectUris" label={messages.redirectUris} help={messages.redirectUrisHelp}>
            <TextArea rows={3} required spellCheck={false} placeholder="https://app.example.com/callback" />
          </Field>
          <FormActions>
            <SubmitButton>{messages.create}</SubmitButton>
            <LinkButton to={pageUrl}>{messages.cancel}</LinkButton>
          </FormActions>
        </ActionForm>
      </Card>
    </div>
  )
}
