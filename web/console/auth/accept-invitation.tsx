import { Form, Link } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { authMessages } from '../messages/auth.ts'
import { layoutMessages } from '../messages/layout.ts'
import {
  AuthFooter,
  AuthHeader,
  LinkExpired,
  NewPasswordField,
  PersonNameField,
  ReadOnlyEmailField,
} from './components.tsx'
import { getCaller, withReturnPath, withSessionCookies } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

const messages = authMessages.invitation

export const loader = loaderFor.anyone(async ({ deps, params, user, url }) => {
  const invitation = await deps.accounts.inspectInvitation(params.token!)
  if (invitation === null) return null
  const me = user && { name: user.account.name, email: user.account.email }
  return {
    ...invitation,
    me,
    path: url.pathname,
    state: invitationState(invitation, me),
    signInPath: withReturnPath('/sign-in', url.pathname),
  }
})

type InvitationState = 'join' | 'wrong-account' | 'sign-in' | 'new-account'

function invitationState(
  invitation: { email: string; hasAccount: boolean },
  me: { email: string } | null,
): InvitationState {
  if (me !== null) return me.email.toLowerCase() === invitation.email.toLowerCase() ? 'join' : 'wrong-account'
  return invitation.hasAccount ? 'sign-in' : 'new-account'
}

export const action = actionFor.anyone({
  accept: async (context) => {
    const { accounts } = context.deps
    const token = context.params.token!
    const invitation = await accounts.inspectInvitation(token)
    const joined = await accounts.acceptInvitation(getCaller(context), {
      token,
      name: context.form.has('name') ? context.form.text('name') : undefined,
      password: context.form.has('password') ? context.form.text('password') : undefined,
    })
    return withSessionCookies(
      redirectWithFlash(
        invitation ? `/w/${invitation.workspaceSlug}` : '/',
        messages.joined({ workspace: invitation?.workspaceName ?? '' }),
      ),
      joined,
    )
  },
})

type Invitation = NonNullable<Awaited<ReturnType<typeof loader>>>

export const meta = ({ loaderData }: { loaderData?: Invitation | null }) => [
  {
    title: authMessages.pageTitle({
      page: loaderData ? messages.title({ workspace: loaderData.workspaceName }) : messages.expired.title,
      product: layoutMessages.product,
    }),
  },
]

export default function AcceptInvitation({ loaderData: invitation }: { loaderData: Invitation | null }) {
  const isUsed = useFormErrors('accept')?.errors.token !== undefined
  if (invitation === null || isUsed) return <LinkExpired messages={messages.expired} to="/" />
  const Content = {
    join: JoinTeam,
    'wrong-account': WrongAccount,
    'sign-in': SignInFirst,
    'new-account': CreateAccount,
  }[invitation.state]
  return (
    <>
      <AuthHeader title={messages.title({ workspace: invitation.workspaceName })}>
        {messages.invitedAs[invitation.role]}
      </AuthHeader>
      <Content {...invitation} />
    </>
  )
}

function CreateAccount({ email }: Invitation) {
  return (
    <ActionForm intent="accept" noValidate>
      <ReadOnlyEmailField email={email} />
      <PersonNameField />
      <NewPasswordField />
      <SubmitButton>{messages.join}</SubmitButton>
    </ActionForm>
  )
}

function JoinTeam({ me }: Invitation) {
  return (
    <>
      <p className="text-muted">{messages.signedInAs({ name: me!.name, email: me!.email })}</p>
      <ActionForm intent="accept">
        <SubmitButton>{messages.join}</SubmitButton>
      </ActionForm>
    </>
  )
}

function SignInFirst({ email, signInPath }: Invitation) {
  return (
    <>
      <p className="text-muted">{messages.hasAccount({ email })}</p>
      <LinkButton to={signInPath} look="primary" className="auth-wide">
        {messages.signIn}
      </LinkButton>
    </>
  )
}

function WrongAccount({ me, email, path }: Invitation) {
  return (
    <>
      <p className="text-muted">{messages.wrongAccount({ invited: email, current: me!.email })}</p>
      <Form method="post" action="/sign-out" className="form">
        <input type="hidden" name="intent" value="sign-out" />
        <input type="hidden" name="next" value={path} />
        <Button type="submit" look="primary">
          {messages.signOut}
        </Button>
      </Form>
      <AuthFooter>
        <Link className="text-link" to="/">
          {messages.stay}
        </Link>
      </AuthFooter>
    </>
  )
}
