import { redirect } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, CodeField, EmailField } from './components.tsx'
import {
  continueSignIn,
  createEmailCookie,
  getCaller,
  getReturnPath,
  readEmailCookie,
  withReturnPath,
} from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.anyone(async (context) => {
  const next = getReturnPath(context)
  if (context.user !== null) throw redirect(next)
  return { email: readEmailCookie(context), passwordPath: withReturnPath('/sign-in', next) }
})

const messages = authMessages.code

export const action = actionFor.anyone({
  code: async (context) => {
    const input = { email: context.form.text('email'), code: context.form.text('code') }
    return continueSignIn(await context.deps.accounts.signInWithCode(getCaller(context), input), getReturnPath(context))
  },
  again: async (context) => {
    const email = context.form.text('email')
    await context.deps.accounts.requestCode(getCaller(context), { email })
    const response = redirectWithFlash(withReturnPath('/sign-in/code', getReturnPath(context)), messages.resent)
    response.headers.append('set-cookie', createEmailCookie(email))
    return response
  },
})

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function SignInCode({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { email, passwordPath } = loaderData
  return (
    <>
      <AuthHeader title={messages.title}>
        {email === '' ? messages.leadWithoutEmail : messages.lead({ email })}
      </AuthHeader>
      <ActionForm intent={['code', 'again']} noValidate>
        {email === '' ? <EmailField /> : <input type="hidden" name="email" value={email} />}
        <CodeField />
        <SubmitButton name="intent" value="code">
          {messages.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="again" look="normal">
          {messages.resend}
        </SubmitButton>
      </ActionForm>
      <AuthFooter>
        <AuthFooterLink to={passwordPath}>{messages.usePassword}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}
