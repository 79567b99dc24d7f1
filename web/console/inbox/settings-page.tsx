import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { mailFrequencies, mailKinds } from '#server/inbox/kinds.ts'
import { getInboxSettings, InboxSettings, updateInboxSettings } from '#server/inbox/settings.ts'
import { chooseDigest, getDigestChoice } from '#server/weekly-digest/settings.ts'
import { getWorkspaceSettings } from '#server/workspaces/settings.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Switch } from '../../ui/forms/choice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Select } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { inboxSettingsMessages as messages } from '../messages/inbox.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, home, membership, deps }) => {
  const [settings, digest, { timeZone }] = await Promise.all([
    getInboxSettings(scope),
    getDigestChoice(scope),
    getWorkspaceSettings(scope),
  ])
  return {
    settings,
    digest,
    timeZone,
    home,
    workspace: membership.name,
    isMailConfigured: deps.settings.smtpUrl !== null,
    kinds: [...mailKinds],
    frequencies: [...mailFrequencies],
  }
})

type InboxSettingsData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ form, write, home }) => {
    const settings = validateForm(InboxSettings, {
      assigned: form.text('assigned'),
      mentions: form.text('mentions'),
      replies: form.text('replies'),
      review: form.text('review'),
      showsReview: form.flag('showsReview'),
    })
    const wantsDigest = form.flag('weeklyDigest')
    await write(async (tx) => {
      await updateInboxSettings(tx, settings)
      // The default depends on the role, so it stays unless the member changes it.
      if ((await getDigestChoice(tx)).isWanted !== wantsDigest) await chooseDigest(tx, wantsDigest)
    })
    return redirectWithFlash(`${home}/inbox/settings`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: InboxSettingsData }) => [
  { title: loaderData ? messages.titleOf({ workspace: loaderData.workspace }) : '' },
]

export default function InboxSettingsPage({ loaderData }: { loaderData: InboxSettingsData }) {
  const { settings, digest, timeZone, home, workspace, isMailConfigured, kinds, frequencies } = loaderData
  const options = frequencies.map((value) => ({ value, label: messages.frequencies[value] }))
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-6 p-4 md:p-6">
      <PageHeader
        title={messages.title}
        meta={messages.about({ workspace })}
        back={{ to: `${home}/inbox`, text: messages.back }}
      />
      {!isMailConfigured && (
        <Notice tone="warning" title={messages.noMail}>
          <p>{messages.noMailText}</p>
        </Notice>
      )}
      <ActionForm intent="save" guard>
        <Card title={messages.email} description={messages.emailText({ zone: timeZone })}>
          <div className="flex flex-col gap-4">
            {kinds.map((kind) => (
              <Field
                key={kind}
                name={kind}
                label={messages.kinds[kind].label}
                help={messages.kinds[kind].help || undefined}
              >
                <Select options={options} defaultValue={settings[kind]} />
              </Field>
            ))}
          </div>
        </Card>
        <Card title={messages.digest.title}>
          <div className="flex flex-col gap-4">
            {!digest.isSent && (
              <Notice tone="info" title={messages.digest.off}>
                <p>{messages.digest.offText}</p>
              </Notice>
            )}
            <Switch
              name="weeklyDigest"
              label={messages.digest.wanted}
              help={messages.digest.help({ zone: timeZone })}
              defaultChecked={digest.isWanted}
            />
          </div>
        </Card>
        <Card title={messages.inbox}>
          <Switch
            name="showsReview"
            label={messages.showsReview}
            help={messages.showsReviewHelp}
            defaultChecked={settings.showsReview}
          />
        </Card>
        <FormActions>
          <SubmitButton>{messages.save}</SubmitButton>
        </FormActions>
      </ActionForm>
    </div>
  )
}
