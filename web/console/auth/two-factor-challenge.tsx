import { redirect } from 'react-router'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { authMessages } from '../messages/auth.ts'
import { AuthFooter, AuthFooterLink, AuthHeader, CodeField } from './components.tsx'
import { continueSignIn, getCaller, getReturnPath, withReturnPath } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

export const loader = loaderFor.anyone(async (context) => {
  const next = getReturnPath(context)
  if (context.user !== null) throw redirect(next)
  const here = '/sign-in/second-step'
  return {
    withBackup: context.url.searchParams.has('backup'),
    paths: {
      app: withReturnPath(here, next),
      backup: `${here}?${new URLSearchParams({ backup: '', next })}`,
      anew: withReturnPath('/sign-in', next),
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

const words = authMessages.secondStep

export const meta = () => [{ title: authMessages.titleOf(words.title) }]

export default function TwoFactorChallenge({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { paths, withBackup } = loaderData
  return (
    <>
      <AuthHeader title={withBackup ? words.backupTitle : words.title}>
        {withBackup ? words.backupLead : words.lead}
      </AuthHeader>
      <ActionForm intent="answer" noValidate key={String(withBackup)}>
        <CodeField isLong={withBackup} label={withBackup ? words.backupCode : authMessages.fields.code} />
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
      <AuthFooter>
        {withBackup ? (
          <AuthFooterLink to={paths.app}>{words.useApp}</AuthFooterLink>
        ) : (
          <AuthFooterLink to={paths.backup}>{words.useBackup}</AuthFooterLink>
        )}
        <AuthFooterLink to={paths.anew}>{words.back}</AuthFooterLink>
      </AuthFooter>
    </>
  )
}
