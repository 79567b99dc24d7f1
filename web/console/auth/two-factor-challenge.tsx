import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, CodeField } from './components.tsx'
import { continueSignIn, getCaller, getReturnPath, withReturnPath } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.anyone(async (context) => {
  const next = getReturnPath(context)
  if (context.user !== null) throw redirect(next)
  const pagePath = '/sign-in/second-step'
  return {
    withBackup: context.url.searchParams.has('backup'),
    paths: {
      app: withReturnPath(pagePath, next),
      backup: `${pagePath}?${new URLSearchParams({ backup: '', next })}`,
      restart: withReturnPath('/sign-in', next),
    },
  }
})

export const action = actionFor.anyone({
  answer: async (context) =>
    continueSignIn(
      await context.deps.accounts.verifySecondFactor(getCaller(context), { code: context.form.text('code') }),
      getReturnPath(context),
    ),
})

const messages = authMessages.twoFactor

export const meta = () => [{ title: authMessages.pageTitle({ page: messages.title, product: layoutMessages.product }) }]

export default function TwoFactorChallenge({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { paths, withBackup } = loaderData
  return (
    <>
      <AuthHeader title={withBackup ? messages.backupTitle : messages.title}>
        {withBackup ? messages.backupLead : messages.lead}
      </AuthHeader>
      <ActionForm intent="answer" noValidate key={String(withBackup)}>
        <CodeField isLong={withBackup} label={withBackup ? messages.backupCode : authMessages.fields.code} />
        <SubmitButton>{messages.submit}</SubmitButton>
      </ActionForm>
      <AuthFooter>
        {withBackup ? (
          <AuthFooterLink to={paths.app}>{messages.useApp}</AuthFooterLink>
        ) : (
          <AuthFooterLink to={paths.backup}>{messages.useBackup}</AuthFooterLink>
        )}
        <AuthFooterLink to={paths.restart}>{messages.startOver}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}
