import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, EmailField } from './components.tsx'
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
  if (context.user !== null) throw redirect(getReturnPath(context))
  return {
    email: readEmailCookie(context),
    isSetUp: await context.deps.accounts.isSetUp(),
    sendsMail: context.deps.settings.smtpUrl !== null,
    heed: context.deps.settings.commandPrefix,
  }
})

export const action = actionFor.anyone({
  password: async (context) => {
    const input = { email: context.form.text('email'), password: context.form.text('password') }
    return continueSignIn(
      await context.deps.accounts.signInWithPassword(getCaller(context), input),
      getReturnPath(context),
    )
  },
  code: async (context) => {
    const email = context.form.text('email')
    await context.deps.accounts.requestCode(getCaller(context), { email })
    const headers = { 'set-cookie': createEmailCookie(email) }
    return redirect(withReturnPath('/sign-in/code', getReturnPath(context)), { status: 303, headers })
  },
})

const messages = authMessages.signIn

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function SignIn({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return (
    <>
      <AuthHeader title={messages.title}>{messages.lead}</AuthHeader>
      {!loaderData.isSetUp && <NotSetUp heed={loaderData.heed} />}
      <ActionForm intent={['password', 'code']} noValidate>
        <EmailField email={loaderData.email} />
        <Field name="password" label={authMessages.fields.password}>
          <TextInput type="password" autoComplete="current-password" required />
        </Field>
        <SubmitButton name="intent" value="password">
          {messages.submit}
        </SubmitButton>
        {loaderData.sendsMail && (
          <>
            <div className="auth-or">{messages.or}</div>
            <SubmitButton name="intent" value="code" look="normal">
              {messages.emailCode}
            </SubmitButton>
          </>
        )}
      </ActionForm>
      <AuthFooter>
        <AuthFooterLink to="/password/forgotten">{messages.forgotPassword}</AuthFooterLink>
        <p>{messages.noAccount}</p>
      </AuthFooter>
    </>
  )
}

/** @param heed what an operator types before the arguments of a command */
function NotSetUp({ heed }: { heed: string }) {
  return (
    <Notice title={authMessages.notSetUp.title}>
      <p>{authMessages.notSetUp.text}</p>
      <Secret value={authMessages.notSetUp.command({ heed })} />
    </Notice>
  )
}
