import { Form, Link } from 'react-router'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Button, LinkButton } from '../../ui/buttons/button.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useRefusal } from '../../ui/forms/form-errors.ts'
import { entrance } from '../messages/auth.ts'
import { callerOf, withCookies, withNext } from './sign-in-flow.ts'
import { FixedEmail, Foot, Head, NewPasswordField, Over, PersonNameField } from './components.tsx'

export { clientAction } from '../offline-action.ts'

const words = entrance.invitation

export const loader = loads.anyone(async ({ deps, params, visitor, url }) => {
  const offer = await deps.identity.inspectInvitation(params.token!)
  if (offer === null) return null
  const me = visitor && { name: visitor.account.name, email: visitor.account.email }
  return {
    ...offer,
    me,
    here: url.pathname,
    situation: situationOf(offer, me),
    signIn: withNext('/sign-in', url.pathname),
  }
})

type Situation = 'join' | 'wrong' | 'sign-in' | 'new'

function situationOf(offer: { email: string; hasAccount: boolean }, me: { email: string } | null): Situation {
  if (me !== null) return me.email.toLowerCase() === offer.email.toLowerCase() ? 'join' : 'wrong'
  return offer.hasAccount ? 'sign-in' : 'new'
}

export const action = acts.anyone({
  accept: async (visit) => {
    const { identity } = visit.deps
    const token = visit.params.token!
    const offer = await identity.inspectInvitation(token)
    const joined = await identity.acceptInvitation(callerOf(visit), {
      token,
      name: visit.form.has('name') ? visit.form.text('name') : undefined,
      password: visit.form.has('password') ? visit.form.text('password') : undefined,
    })
    return withCookies(done(offer ? `/w/${offer.workspaceSlug}` : '/', words.done(offer?.workspaceName ?? '')), joined)
  },
})

type Offer = NonNullable<Awaited<ReturnType<typeof loader>>>

export const meta = ({ loaderData }: { loaderData?: Offer | null }) => [
  { title: entrance.titleOf(loaderData ? words.title(loaderData.workspaceName) : words.over.title) },
]

export default function Invitation({ loaderData: offer }: { loaderData: Offer | null }) {
  const isUsed = useRefusal('accept')?.errors.token !== undefined
  if (offer === null || isUsed) return <Over words={words.over} to="/" />
  const Part = { join: Join, wrong: Wrong, 'sign-in': SignInFirst, new: NewPerson }[offer.situation]
  return (
    <>
      <Head title={words.title(offer.workspaceName)}>{words.as[offer.role]}</Head>
      <Part {...offer} />
    </>
  )
}

function NewPerson({ email }: Offer) {
  return (
    <ActionForm intent="accept" noValidate>
      <FixedEmail email={email} />
      <PersonNameField />
      <NewPasswordField />
      <SubmitButton>{words.join}</SubmitButton>
    </ActionForm>
  )
}

function Join({ me }: Offer) {
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

function Wrong({ me, email, here }: Offer) {
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
      <Foot>
        <Link className="text-link" to="/">
          {words.stay}
        </Link>
      </Foot>
    </>
  )
}
