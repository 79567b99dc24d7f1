import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { chooseDigest, getDigestChoice } from '#server/weekly-digest/settings.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Switch } from '../../ui/forms/choice.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { digestMessages as messages } from '../messages/digest.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, membership }) => ({
  workspace: membership.name,
  choice: await getDigestChoice(scope),
}))

type DigestPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ form, write, home }) => {
    await write((tx) => chooseDigest(tx, form.flag('weeklyDigest')))
    return redirectWithFlash(`${home}/digest`, messages.saved, { tone: 'success' })
  },
})

export const meta = ({ loaderData }: { loaderData?: DigestPage }) => [
  { title: messages.pageTitle({ workspace: loaderData?.workspace ?? '' }) },
]

export default function WeeklyDigest({ loaderData: { workspace, choice } }: { loaderData: DigestPage }) {
  const { isWanted, isSent, timeZone } = choice
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-6 p-4 md:p-6">
      <PageHeader
        title={messages.title}
        meta={messages.about({ zone: timeZone })}
        back={{ to: '/account', text: messages.back }}
      />
      {!isSent && (
        <Notice tone="info" title={messages.notSent}>
          <p>{messages.notSentText}</p>
        </Notice>
      )}
      <Card>
        <ActionForm intent="save">
          <Switch
            name="weeklyDigest"
            label={messages.wanted}
            help={messages.wantedHelp({ workspace })}
            defaultChecked={isWanted}
          />
          <FormActions>
            <SubmitButton>{messages.save}</SubmitButton>
          </FormActions>
        </ActionForm>
      </Card>
    </div>
  )
}
