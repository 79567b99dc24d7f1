import { data, redirect, useFetcher } from 'react-router'
import { type QrCode, qrCodeOf } from '#server/accounts/two-factor/qr-code.ts'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Secret } from '../../ui/buttons/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../ui/forms/form-buttons.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useRefusal } from '../../ui/forms/form-errors.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { callerOf, withCookies } from '../auth/sign-in-flow.ts'
import { account } from '../messages/account.ts'

export { clientAction } from '../offline-action.ts'

const words = account.secondStep

export const loader = loads.person(async (visit) => {
  if (visit.visitor.account.hasTotp) throw redirect('/account')
  return { hasPassword: await visit.deps.identity.hasPassword(callerOf(visit)) }
})

export const action = acts.person({
  begin: async (visit) => {
    const password = visit.form.has('password') ? visit.form.text('password') : undefined
    const { setCookies, ...offer } = await visit.deps.identity.beginTotp(callerOf(visit), { password })
    const headers = new Headers(setCookies.map((value): [string, string] => ['set-cookie', value]))
    // Shown by this answer and never again: it is in no address and no cookie.
    return data({ offer: { ...offer, qr: qrCodeOf(offer.uri) } }, { headers })
  },
  confirm: async (visit) => {
    const confirmed = await visit.deps.identity.confirmTotp(callerOf(visit), { code: visit.form.text('code') })
    return withCookies(done('/account', words.turnedOn), confirmed)
  },
})

interface Offer {
  uri: string
  secret: string
  backupCodes: string[]
  qr: QrCode
}

interface PageProps {
  loaderData: { hasPassword: boolean }
  actionData?: { offer?: Offer }
}

export const meta = () => [{ title: account.titleOf(words.title) }]

export default function SecondStep({ loaderData, actionData }: PageProps) {
  const offer = actionData?.offer
  const wasWrong = useRefusal('confirm') !== undefined
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={words.title} meta={words.about} back={{ to: '/account', text: words.back }} />
      {offer && <Steps {...offer} />}
      {!offer && wasWrong && <Confirm text={words.lost} />}
      {!offer && <Begin hasPassword={loaderData.hasPassword} isAnew={wasWrong} />}
    </div>
  )
}

function Begin({ hasPassword, isAnew }: { hasPassword: boolean; isAnew: boolean }) {
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

function Steps({ uri, secret, backupCodes, qr }: Offer) {
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
      <Confirm text={words.confirmText} />
    </>
  )
}

/** Sent without moving the page: a wrong code must not take the key away. */
function Confirm({ text }: { text: string }) {
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
