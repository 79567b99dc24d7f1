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

const messages = accountMessages.twoFactor

export const loader = loaderFor.user(async (context) => {
  if (context.user.account.hasTotp) throw redirect('/account')
  return { hasPassword: await context.deps.accounts.hasPassword(getCaller(context)) }
})

export const action = actionFor.user({
  begin: async (context) => {
    const password = context.form.has('password') ? context.form.text('password') : undefined
    const { setCookies, ...enrollment } = await context.deps.accounts.enrollTotp(getCaller(context), { password })
    const headers = new Headers(setCookies.map((value): [string, string] => ['set-cookie', value]))
    // Shown in this response only: the secret appears in no URL and no cookie.
    return data({ enrollment: { ...enrollment, qr: createQrCode(enrollment.uri) } }, { headers })
  },
  confirm: async (context) => {
    const confirmed = await context.deps.accounts.confirmTotp(getCaller(context), { code: context.form.text('code') })
    return withSessionCookies(redirectWithFlash('/account', messages.turnedOn), confirmed)
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
  actionData?: { enrollment?: Enrollment }
}

export const meta = () => [
  { title: accountMessages.pageTitle({ page: messages.title, product: accountMessages.title }) },
]

export default function TwoFactorSetup({ loaderData, actionData }: PageProps) {
  const enrollment = actionData?.enrollment
  const wasRejected = useFormErrors('confirm') !== undefined
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={messages.title} meta={messages.about} back={{ to: '/account', text: messages.back }} />
      {enrollment && <EnrollmentSteps {...enrollment} />}
      {!enrollment && wasRejected && <ConfirmCode text={messages.keyNotShownAgain} />}
      {!enrollment && <StartEnrollment hasPassword={loaderData.hasPassword} isRestart={wasRejected} />}
    </div>
  )
}

function StartEnrollment({ hasPassword, isRestart }: { hasPassword: boolean; isRestart: boolean }) {
  return (
    <Card>
      <ActionForm intent="begin" noValidate>
        <p className="text-13 text-muted">{messages.introduction}</p>
        {hasPassword && (
          <Field name="password" label={messages.password}>
            <TextInput type="password" autoComplete="current-password" required />
          </Field>
        )}
        <FormActions>
          <SubmitButton look={isRestart ? 'normal' : 'primary'}>
            {isRestart ? messages.startOver : messages.start}
          </SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

function EnrollmentSteps({ uri, secret, backupCodes, qr }: Enrollment) {
  return (
    <>
      <Card title={messages.addToApp} description={messages.addToAppText}>
        <div className="flex flex-wrap items-center gap-6">
          {/* Dark on light in both themes: not every camera reads an inverted QR code. */}
          <svg
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            role="img"
            aria-label={messages.qrCode}
            className="qr-code size-48"
          >
            <path d={qr.path} shapeRendering="crispEdges" />
          </svg>
          <div className="flex flex-col gap-3">
            <a className="text-link w-fit text-13" href={uri}>
              {messages.openApp}
            </a>
            <Secret value={groupSecret(secret)} label={messages.copyKey} />
          </div>
        </div>
      </Card>
      <Card title={messages.saveBackupCodes} description={messages.saveBackupCodesText}>
        <Secret value={backupCodes.join('\n')} label={messages.copyBackupCodes} block />
      </Card>
      <ConfirmCode text={messages.confirmText} />
    </>
  )
}

/** Submits through a fetcher, so that a wrong code doesn't reload the page and lose the key. */
function ConfirmCode({ text }: { text: string }) {
  const fetcher = useFetcher()
  return (
    <Card title={messages.confirm} description={text}>
      <ActionForm intent="confirm" fetcher={fetcher} noValidate>
        <Field name="code" label={messages.code}>
          <TextInput inputMode="numeric" autoComplete="one-time-code" required maxLength={10} mono />
        </Field>
        <FormActions>
          <SubmitButton>{messages.turnOn}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

/** Groups the key in fours, as authenticator apps show it. They accept the spaces. */
const groupSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
