import { formatList } from '#i18n/format.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { previewRetention, type RetentionPreview } from '#server/retention/expired.ts'
import { getRetention, RetentionSettings, updateRetention } from '#server/retention/settings.ts'
import { requireSettingsAccess } from '#server/workspaces/settings.ts'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { retentionMessages as messages } from '../../messages/settings/retention.ts'
import { settingsLoader } from '../settings-loader.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(async ({ scope, membership }) => {
  const settings = await getRetention(scope)
  return { workspace: membership.name, settings, preview: await previewRetention(scope, settings) }
})

type RetentionPage = Awaited<ReturnType<typeof loader>>

const fields = ['inactiveMonths', 'visitorDays', 'contextMonths'] as const

/** Reads the fields; an empty one turns its rule off. @throws 400 */
const readSettings = (form: FormInput): RetentionSettings =>
  validateForm(
    RetentionSettings,
    Object.fromEntries(fields.map((name) => [name, form.textOrNull(name) === null ? null : form.number(name)])),
  )

interface Previewed {
  settings: RetentionSettings
  preview: RetentionPreview
}

export const action = actionFor.member({
  preview: async ({ form, scope }): Promise<{ previewed: Previewed }> => {
    requireSettingsAccess(scope)
    const settings = readSettings(form)
    return { previewed: { settings, preview: await previewRetention(scope, settings) } }
  },
  save: async ({ form, write, home }) => {
    const settings = readSettings(form)
    await write((tx) => updateRetention(tx, settings))
    return redirectWithFlash(`${home}/settings/retention`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: RetentionPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.retention,
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

interface PageProps {
  loaderData: RetentionPage
  actionData?: { previewed?: Previewed }
}

export default function Retention({ loaderData, actionData }: PageProps) {
  const { settings, preview } = actionData?.previewed ?? loaderData
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageHeader title={settingsMessages.areas.retention} meta={messages.about} />
      <ActionForm intent={['save', 'preview']} guard noValidate>
        <Card title={messages.title} description={messages.text}>
          <div className="form">
            {fields.map((name) => (
              <Field key={name} name={name} label={messages[name]} optional help={messages[`${name}Help`]}>
                <TextInput type="number" inputMode="numeric" min={1} defaultValue={settings[name] ?? ''} />
              </Field>
            ))}
            <PreviewText preview={preview} />
            <p className="text-13 text-muted">{messages.audit}</p>
          </div>
        </Card>
        <FormActions>
          <SubmitButton name="intent" value="save">
            {settingsMessages.save}
          </SubmitButton>
          <SubmitButton name="intent" value="preview" look="normal">
            {messages.preview}
          </SubmitButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}

function PreviewText({ preview }: { preview: RetentionPreview }) {
  const items = (['inactive', 'visitors', 'requests'] as const)
    .filter((kind) => preview[kind] > 0)
    .map((kind) => messages[kind]({ count: preview[kind] }))
  return (
    <div role="status" className="text-13">
      <h3 className="font-medium">{messages.now}</h3>
      <p>{items.length === 0 ? messages.nothing : messages.wouldDelete({ items: formatList(items) })}</p>
    </div>
  )
}
