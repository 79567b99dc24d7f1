import { redirect } from 'react-router'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { entrance } from '../messages/auth.ts'
import { callerOf, goOn, keepEmail, nextOf, typedEmail, withNext } from './sign-in-flow.ts'
import { CodeField, EmailField, Foot, FootLink, Head } from './components.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loads.anyone(async (visit) => {
  const next = nextOf(visit)
  if (visit.visitor !== null) throw redirect(next)
  return { email: typedEmail(visit), passwordPath: withNext('/sign-in', next) }
})

const words = entrance.code

export const action = acts.anyone({
  code: async (visit) => {
    const input = { email: visit.form.text('email'), code: visit.form.text('code') }
    return goOn(await visit.deps.identity.signInWithCode(callerOf(visit), input), nextOf(visit))
  },
  again: async (visit) => {
    const email = visit.form.text('email')
    await visit.deps.identity.requestCode(callerOf(visit), { email })
    const answer = done(withNext('/sign-in/code', nextOf(visit)), words.sentAgain)
    answer.headers.append('set-cookie', keepEmail(email))
    return answer
  },
})

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function Code({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { email, passwordPath } = loaderData
  return (
    <>
      <Head title={words.title}>{email === '' ? words.leadWithout : words.lead(email)}</Head>
      <ActionForm intent={['code', 'again']} noValidate>
        {email === '' ? <EmailField /> : <input type="hidden" name="email" value={email} />}
        <CodeField />
        <SubmitButton name="intent" value="code">
          {words.submit}
        </SubmitButton>
        <SubmitButton name="intent" value="again" look="normal">
          {words.again}
        </SubmitButton>
      </ActionForm>
      <Foot>
        <FootLink to={passwordPath}>{words.back}</FootLink>
      </Foot>
    </>
  )
}
