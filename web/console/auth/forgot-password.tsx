import { redirect } from 'react-router'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { entrance } from '../messages/auth.ts'
import { callerOf, keepEmail, typedEmail } from './sign-in-flow.ts'
import { EmailField, Foot, FootLink, Head } from './components.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loads.anyone(async (visit) => ({
  email: typedEmail(visit),
  isSent: visit.url.searchParams.has('sent'),
}))

export const action = acts.anyone({
  send: async (visit) => {
    const email = visit.form.text('email')
    await visit.deps.identity.requestPasswordReset(callerOf(visit), { email })
    return redirect('/password/forgotten?sent', { status: 303, headers: { 'set-cookie': keepEmail(email) } })
  },
})

const words = entrance.forgotten

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function Forgotten({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { email, isSent } = loaderData
  if (isSent) return <Sent email={email} />
  return (
    <>
      <Head title={words.title}>{words.lead}</Head>
      <ActionForm intent="send" noValidate>
        <EmailField email={email} />
        <SubmitButton>{words.submit}</SubmitButton>
      </ActionForm>
      <Foot>
        <FootLink to="/sign-in">{words.back}</FootLink>
      </Foot>
    </>
  )
}

function Sent({ email }: { email: string }) {
  return (
    <>
      <Head title={words.sentTitle}>{email === '' ? words.sentWithout : words.sent(email)}</Head>
      <p className="text-13 text-muted">{words.nothing}</p>
      <Foot>
        <FootLink to="/password/forgotten">{words.again}</FootLink>
        <FootLink to="/sign-in">{words.back}</FootLink>
      </Foot>
    </>
  )
}
