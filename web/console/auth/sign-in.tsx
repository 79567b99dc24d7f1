import { redirect } from 'react-router'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { entrance } from '../messages/auth.ts'
import { callerOf, goOn, keepEmail, nextOf, typedEmail, withNext } from './sign-in-flow.ts'
import { EmailField, Foot, FootLink, Head } from './components.tsx'

export { clientAction } from '../offline-action.ts'

export const loader = loads.anyone(async (visit) => {
  if (visit.visitor !== null) throw redirect(nextOf(visit))
  return { email: typedEmail(visit), isSetUp: await visit.deps.identity.isSetUp() }
})

export const action = acts.anyone({
  password: async (visit) => {
    const input = { email: visit.form.text('email'), password: visit.form.text('password') }
    return goOn(await visit.deps.identity.signInWithPassword(callerOf(visit), input), nextOf(visit))
  },
  code: async (visit) => {
    const email = visit.form.text('email')
    await visit.deps.identity.requestCode(callerOf(visit), { email })
    const headers = { 'set-cookie': keepEmail(email) }
    return redirect(withNext('/sign-in/code', nextOf(visit)), { status: 303, headers })
  },
})

const words = entrance.signIn

export const meta = () => [{ title: entrance.titleOf(words.title) }]

export default function SignIn({ loaderData }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return (
    <>
      <Head title={words.title}>{words.lead}</Head>
      {!loaderData.isSetUp && <NotSetUp />}
      <ActionForm intent={['password', 'code']} noValidate>
        <EmailField email={loaderData.email} />
        <Field name="password" label={entrance.fields.password}>
          <TextInput type="password" autoComplete="current-password" required />
        </Field>
        <SubmitButton name="intent" value="password">
          {words.submit}
        </SubmitButton>
        <div className="entrance-or">{words.or}</div>
        <SubmitButton name="intent" value="code" look="normal">
          {words.code}
        </SubmitButton>
      </ActionForm>
      <Foot>
        <FootLink to="/password/forgotten">{words.forgotten}</FootLink>
        <p>{words.noAccount}</p>
      </Foot>
    </>
  )
}

function NotSetUp() {
  return (
    <Notice title={entrance.notSetUp.title}>
      <p>{entrance.notSetUp.text}</p>
      <Secret value={entrance.notSetUp.command} />
    </Notice>
  )
}
