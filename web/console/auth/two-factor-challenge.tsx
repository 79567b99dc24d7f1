import { redirect } from 'react-router'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { entrance } from '../messages/auth.ts'
import { callerOf, goOn, nextOf, withNext } from './sign-in-flow.ts'
import { CodeField, Foot, FootLink, Head } from './components.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loads.anyone(async (visit) => {
  const next = nextOf(visit)
  if (visit.visitor !== null) throw redirect(next)
  const here = '/sign-in/second-step'
  return {
    withBackup: visit.url.searchParams.has('backup'),
    paths: {
      app: withNext(here, next),
      backup: `${here}?${new URLSearchParams({ backup: '', next })}`,
      anew: withNext('/sign-in', next),
    },
  }
})

export const action = acts.anyone({
  answer: async (visit) =>
    goOn(await visit.deps.identity.answerTotp(callerOf(visit), { code: visit.form.text('code') }), nextOf(visit)),
})

const words = entrance.secondStep

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function SecondStep({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { paths, withBackup } = loaderData
  return (
    <>
      <Head title={withBackup ? words.backupTitle : words.title}>{withBackup ? words.backupLead : words.lead}</Head>
      <ActionForm intent="answer" noValidate key={String(withBackup)}>
        <CodeField isLong={withBackup} label={withBackup ? words.backupCode : entrance.fields.code} />
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
      <Foot>
        {withBackup ? (
          <FootLink to={paths.app}>{words.useApp}</FootLink>
        ) : (
          <FootLink to={paths.backup}>{words.useBackup}</FootLink>
        )}
        <FootLink to={paths.anew}>{words.back}</FootLink>
      </Foot>
    </>
  )
}
