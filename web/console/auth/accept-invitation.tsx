import { Form, Link } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { authMessages } from '../messages/auth.ts'
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

const words = authMessages.invitation

export const loader = loaderFor.anyone(async ({ deps, params, user: visitor, url }) => {
  const offer = await deps.accounts.inspectInvitation(params.token!)
  if (offer === null) return null
  const me = visitor && { name: visitor.account.name, email: visitor.account.email }
  return {
    ...offer,
    me,
    here: url.pathname,
    situation: invitationState(offer, me),
    signIn: withReturnPath('/sign-in', url.pathname),
  }
})

type InvitationState = 'join' | 'wrong' | 'sign-in' | 'new'

function invitationState(offer: { email: string; hasAccount: boolean }, me: { email: string } | null): InvitationState {
  if (me !== null) return me.email.toLowerCase() === offer.email.toLowerCase() ? 'join' : 'wrong'
  return offer.hasAccount ? 'sign-in' : 'new'
}

export const action = actionFor.anyone({
  accept: async (context) => {
    const { accounts: identity } = context.deps
    const token = context.params.token!
    const offer = await identity.inspectInvitation(token)
    const joined = await identity.acceptInvitation(getCaller(context), {
      token,
      name: context.form.has('name') ? context.form.text('name') : undefined,
      password: context.form.has('password') ? context.form.text('password') : undefined,
    })
    return withSessionCookies(
      redirectWithFlash(offer ? `/w/${offer.workspaceSlug}` : '/', words.done(offer?.workspaceName ?? '')),
      joined,
    )
  },
})

type Offer = NonNullable<Awaited<ReturnType<typeof loader>>>

export const meta = ({ loaderData }: { loaderData?: Offer | null }) => [
  { title: authMessages.titleOf(loaderData ? words.title(loaderData.workspaceName) : words.over.title) },
]

export default function AcceptInvitation({ loaderData: offer }: { loaderData: Offer | null }) {
  const isUsed = useFormErrors('accept')?.errors.token !== undefined
  if (offer === null || isUsed) return <LinkExpired words={words.over} to="/" />
  const Part = { join: JoinTeam, wrong: WrongAccount, 'sign-in': SignInFirst, new: CreateAccount }[offer.situation]
  return (
    <>
      <AuthHeader title={words.title(offer.workspaceName)}>{words.as[offer.role]}</AuthHeader>
      <Part {...offer} />
    </>
  )
}

function CreateAccount({ email }: Offer) {
  return (
    <ActionForm intent="accept" noValidate>
      <ReadOnlyEmailField email={email} />
      <PersonNameField />
      <NewPasswordField />
      <SubmitButton>{words.join}</SubmitButton>
    </ActionForm>
  )
}

function JoinTeam({ me }: Offer) {
  return (
    <>
      <p className="text-muted">{words.signedInAs(me!.name, me!.email)}</p>
      <ActionForm intent="accept">
        <SubmitButton>{words.join}</SubmitButton>
      </ActionForm>
    </>
  )
}

function SignInFirst({ email, signIn }: Offer) {
  return (
    <>
      <p className="text-muted">{words.haveAccount(email)}</p>
      <LinkButton to={signIn} look="primary" className="entrance-wide">
        {words.signIn}
      </LinkButton>
    </>
  )
}

function WrongAccount({ me, email, here }: Offer) {
  return (
    <>
      <p className="text-muted">{words.wrong(email, me!.email)}</p>
      <Form method="post" action="/sign-out" className="form">
        <input type="hidden" name="intent" value="sign-out" />
        <input type="hidden" name="next" value={here} />
        <Button type="submit" look="primary">
          {words.signOut}
        </Button>
      </Form>
      <AuthFooter>
        <Link className="text-link" to="/">
          {words.stay}
        </Link>
      </AuthFooter>
    </>
  )
}
