import { acts, loads } from '#server/console/page.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { entrance } from '../words/entrance.ts'
import { callerOf, goOn } from './answers.ts'
import { FixedEmail, Head, NewPasswordField, Over } from './parts.tsx'

export { clientAction } from '../staying.ts'

const words = entrance.reset

export const loader = loads.anyone(({ deps, params }) => deps.identity.inspectReset(params.token!))

export const action = acts.anyone({
  reset: async (visit) => {
    const input = { token: visit.params.token!, password: visit.form.text('password') }
    return goOn(await visit.deps.identity.resetPassword(callerOf(visit), input), '/', words.done)
  },
})

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function Reset({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isUsed = useRefusal('reset')?.errors.token !== undefined
  if (loaderData === null || isUsed) return <Over words={words.over} to="/password/forgotten" />
  return (
    <>
      <Head title={words.title}>{words.lead}</Head>
      <ActionForm intent="reset" noValidate>
        <FixedEmail email={loaderData.email} />
        <NewPasswordField label={entrance.fields.newPassword} />
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
    </>
  )
}
