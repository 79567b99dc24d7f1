import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, EmailField } from './components.tsx'
import { createEmailCookie, getCaller, readEmailCookie } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.anyone(async (context) => ({
  email: readEmailCookie(context),
  isSent: context.url.searchParams.has('sent'),
  sendsMail: context.deps.settings.smtpUrl !== null,
  heed: context.deps.settings.commandPrefix,
}))

export const action = actionFor.anyone({
  send: async (context) => {
    const email = context.form.text('email')
    await context.deps.accounts.requestPasswordReset(getCaller(context), { email })
    return redirect('/password/forgotten?sent', { status: 303, headers: { 'set-cookie': createEmailCookie(email) } })
  },
})

const messages = authMessages.forgotPassword

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function ForgotPassword({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { email, isSent, sendsMail, heed } = loaderData
  if (!sendsMail) return <NoMail heed={heed} />
  if (isSent) return <EmailSent email={email} />
  return (
    <>
      <AuthHeader title={messages.title}>{messages.lead}</AuthHeader>
      <ActionForm intent="send" noValidate>
        <EmailField email={email} />
        <SubmitButton>{messages.submit}</SubmitButton>
      </ActionForm>
      <AuthFooter>
        <AuthFooterLink to="/sign-in">{messages.backToSignIn}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}

/**
 * Shown if the server sends no mail: only its administrator can create a link.
 * @param heed what an operator types before the arguments of a command
 */
function NoMail({ heed }: { heed: string }) {
  return (
    <>
      <AuthHeader title={messages.title}>{messages.noMail}</AuthHeader>
      <Secret value={messages.noMailCommand({ heed })} />
      <AuthFooter>
        <AuthFooterLink to="/sign-in">{messages.backToSignIn}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}

function EmailSent({ email }: { email: string }) {
  return (
    <>
      <AuthHeader title={messages.sentTitle}>
        {email === '' ? messages.sentWithoutEmail : messages.sent({ email })}
      </AuthHeader>
      <p className="text-13 text-muted">{messages.notReceived}</p>
      <AuthFooter>
        <AuthFooterLink to="/password/forgotten">{messages.requestAgain}</AuthFooterLink>
        <AuthFooterLink to="/sign-in">{messages.backToSignIn}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}
