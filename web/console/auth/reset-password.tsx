import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { AuthHeader, LinkExpired, NewPasswordField, ReadOnlyEmailField } from './components.tsx'
import { continueSignIn, getCaller } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

const messages = authMessages.resetPassword

export const loader = loaderFor.anyone(({ deps, params }) => deps.accounts.inspectPasswordReset(params.token!))

export const action = actionFor.anyone({
  reset: async (context) => {
    const input = { token: context.params.token!, password: context.form.text('password') }
    return continueSignIn(await context.deps.accounts.resetPassword(getCaller(context), input), '/', messages.changed)
  },
})

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function ResetPassword({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const isUsed = useFormErrors('reset')?.errors.token !== undefined
  if (loaderData === null || isUsed) return <LinkExpired messages={messages.expired} to="/password/forgotten" />
  return (
    <>
      <AuthHeader title={messages.title}>{messages.lead}</AuthHeader>
      <ActionForm intent="reset" noValidate>
        <ReadOnlyEmailField email={loaderData.email} />
        <NewPasswordField label={authMessages.fields.newPassword} />
        <SubmitButton>{messages.submit}</SubmitButton>
      </ActionForm>
    </>
  )
}
