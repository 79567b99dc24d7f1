import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useRefusal } from '../../ui/forms/form-errors.ts'
import { entrance } from '../messages/auth.ts'
import { callerOf, goOn } from './sign-in-flow.ts'
import { FixedEmail, Head, NewPasswordField, Over } from './components.tsx'

export { clientAction } from '../offline-action.ts'

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
