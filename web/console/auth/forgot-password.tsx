import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { authMessages } from '../messages/auth.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, EmailField } from './components.tsx'
import { createEmailCookie, getCaller, readEmailCookie } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.anyone(async (context) => ({
  email: readEmailCookie(context),
  isSent: context.url.searchParams.has('sent'),
}))

export const action = actionFor.anyone({
  send: async (context) => {
    const email = context.form.text('email')
    await context.deps.accounts.requestPasswordReset(getCaller(context), { email })
    return redirect('/password/forgotten?sent', { status: 303, headers: { 'set-cookie': createEmailCookie(email) } })
  },
})

const words = authMessages.forgotten

export const meta = () => [{ title: authMessages.titleOf(words.title) }]

export default function ForgotPassword({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { email, isSent } = loaderData
  if (isSent) return <EmailSent email={email} />
  return (
    <>
      <AuthHeader title={words.title}>{words.lead}</AuthHeader>
      <ActionForm intent="send" noValidate>
        <EmailField email={email} />
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
      <AuthFooter>
        <AuthFooterLink to="/sign-in">{words.back}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}

function EmailSent({ email }: { email: string }) {
  return (
    <>
      <AuthHeader title={words.sentTitle}>{email === '' ? words.sentWithout : words.sent(email)}</AuthHeader>
      <p className="text-13 text-muted">{words.nothing}</p>
      <AuthFooter>
        <AuthFooterLink to="/password/forgotten">{words.again}</AuthFooterLink>
        <AuthFooterLink to="/sign-in">{words.back}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}
