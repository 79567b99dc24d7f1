import { data, redirect, useFetcher } from 'react-router'
import { createQrCode, type QrCode } from '#server/accounts/two-factor/qr-code.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { useFormErrors } from '../../ui/forms/form-errors.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getCaller, withSessionCookies } from '../auth/sign-in-flow.ts'
import { accountMessages } from '../messages/account.ts'

export { clientAction } from '../offline-action.ts'

const words = accountMessages.secondStep

export const loader = loaderFor.user(async (context) => {
  if (context.user.account.hasTotp) throw redirect('/account')
  return { hasPassword: await context.deps.accounts.hasPassword(getCaller(context)) }
})

export const action = actionFor.user({
  begin: async (context) => {
    const password = context.form.has('password') ? context.form.text('password') : undefined
    const { setCookies, ...offer } = await context.deps.accounts.enrollTotp(getCaller(context), { password })
    const headers = new Headers(setCookies.map((value): [string, string] => ['set-cookie', value]))
    // Shown by this answer and never again: it is in no address and no cookie.
    return data({ offer: { ...offer, qr: createQrCode(offer.uri) } }, { headers })
  },
  confirm: async (context) => {
    const confirmed = await context.deps.accounts.confirmTotp(getCaller(context), { code: context.form.text('code') })
    return withSessionCookies(redirectWithFlash('/account', words.turnedOn), confirmed)
  },
})

interface Enrollment {
  uri: string
  secret: string
  backupCodes: string[]
  qr: QrCode
}

interface PageProps {
  loaderData: { hasPassword: boolean }
  actionData?: { offer?: Enrollment }
}

export const meta = () => [{ title: accountMessages.titleOf(words.title) }]

export default function TwoFactorSetup({ loaderData, actionData }: PageProps) {
  const offer = actionData?.offer
  const wasWrong = useFormErrors('confirm') !== undefined
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={words.title} meta={words.about} back={{ to: '/account', text: words.back }} />
      {offer && <EnrollmentSteps {...offer} />}
      {!offer && wasWrong && <ConfirmCode text={words.lost} />}
      {!offer && <StartEnrollment hasPassword={loaderData.hasPassword} isAnew={wasWrong} />}
    </div>
  )
}

function StartEnrollment({ hasPassword, isAnew }: { hasPassword: boolean; isAnew: boolean }) {
  return (
    <Card>
      <ActionForm intent="begin" noValidate>
        <p className="text-13 text-muted">{words.begin}</p>
        {hasPassword && (
          <Field name="password" label={words.password}>
            <TextInput type="password" autoComplete="current-password" required />
          </Field>
        )}
        <FormActions>
          <SubmitButton look={isAnew ? 'normal' : 'primary'}>{isAnew ? words.anew : words.proceed}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

function EnrollmentSteps({ uri, secret, backupCodes, qr }: Enrollment) {
  return (
    <>
      <Card title={words.add} description={words.addText}>
        <div className="flex flex-wrap items-center gap-6">
          {/* Dark on light in either theme: not every camera reads the reverse. */}
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={words.qr} className="qr-code size-48">
            <path d={qr.path} shapeRendering="crispEdges" />
          </svg>
          <div className="flex flex-col gap-3">
            <a className="text-link w-fit text-13" href={uri}>
              {words.open}
            </a>
            <Secret value={grouped(secret)} label={words.key} />
          </div>
        </div>
      </Card>
      <Card title={words.keep} description={words.keepText}>
        <Secret value={backupCodes.join('\n')} label={words.copyCodes} block />
      </Card>
      <ConfirmCode text={words.confirmText} />
    </>
  )
}

/** Sent without moving the page: a wrong code must not take the key away. */
function ConfirmCode({ text }: { text: string }) {
  const fetcher = useFetcher()
  return (
    <Card title={words.confirm} description={text}>
      <ActionForm intent="confirm" fetcher={fetcher} noValidate>
        <Field name="code" label={words.code}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" required maxLength={10} mono />
        </Field>
        <FormActions>
          <SubmitButton>{words.turnOn}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

/** As apps show it, to be typed by somebody who looks back and forth. They take it with the spaces. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
