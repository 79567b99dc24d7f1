import { Check, Minus } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import type { ApiScope } from '#server/platform/http/api/scopes.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton, SubmitWithoutScript } from '../../ui/forms/form-buttons.tsx'
import { Select } from '../../ui/forms/text-input.tsx'
import { Notice } from '../../ui/notices/notice.tsx'
import { AuthFooter, AuthHeader } from '../auth/components.tsx'
import { authorizeMessages as messages } from '../messages/authorize.ts'
import { tokensMessages } from '../messages/settings/tokens.ts'
import type { ConsentPage } from './page.tsx'

/** Shows the app and its requested permissions, and asks for a decision. */
export function Consent(page: ConsentPage) {
  const { app, chosen, allowed, notAllowed } = page
  return (
    <>
      <AuthHeader title={messages.title({ app: app.name })}>{messages.about}</AuthHeader>
      <Origin {...page} />
      {chosen === null ? (
        <NoWorkspace {...page} />
      ) : (
        <>
          <WorkspaceChoice {...page} />
          {allowed.length > 0 ? (
            <Scopes title={messages.allowed} scopes={allowed} isAllowed />
          ) : (
            <Notice tone="warning">{messages.nothingAllowed({ workspace: chosen.name })}</Notice>
          )}
          {notAllowed.length > 0 && allowed.length > 0 && (
            <Scopes title={messages.notAllowed} scopes={notAllowed}>
              {messages.notAllowedText({ workspace: chosen.name })}
            </Scopes>
          )}
        </>
      )}
      <Decision {...page} />
      <Account {...page} />
    </>
  )
}

/** Shows the verified facts about the app: the host of its document, and where the browser returns to. */
function Origin({ app, target, workspaces }: ConsentPage) {
  // Any program on the device can use the id of an app that returns there, so its document verifies nothing.
  const host = target.kind === 'host' ? (app.clientHost ?? target.text) : null
  return (
    <>
      <dl className="consent-facts">
        {app.clientHost !== null && (
          <div>
            <dt>{messages.publishedAt}</dt>
            <dd>{app.clientHost}</dd>
          </div>
        )}
        {app.isRegistered && workspaces[0] && (
          <div>
            <dt>{messages.registeredBy}</dt>
            <dd dir="auto">{workspaces[0].name}</dd>
          </div>
        )}
        <div>
          <dt>{messages.returnsTo}</dt>
          <dd>
            {target.kind === 'host' && target.text}
            {target.kind === 'loopback' && messages.loopback({ host: target.text })}
            {target.kind === 'scheme' && messages.nativeApp({ scheme: target.text.slice(0, -1) })}
          </dd>
        </div>
      </dl>
      <Notice tone="warning">{host === null ? messages.claim.device : messages.claim.host({ host })}</Notice>
    </>
  )
}

/** A form of its own, which reloads the page: the scopes depend on the role in the chosen workspace. */
function WorkspaceChoice({ path, workspaces, chosen }: ConsentPage) {
  const submit = useSubmit()
  return (
    <Form method="get" action={path} className="form">
      <Field name="workspace" label={messages.workspace} help={messages.workspaceHelp}>
        <Select
          defaultValue={chosen!.slug}
          options={workspaces.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(event) => submit(event.currentTarget.form, { replace: true })}
        />
      </Field>
      {workspaces.length > 1 && <SubmitWithoutScript>{messages.chooseWorkspace}</SubmitWithoutScript>}
    </Form>
  )
}

interface ScopesProps {
  title: string
  scopes: ApiScope[]
  isAllowed?: boolean
  children?: string
}

function Scopes({ title, scopes, isAllowed, children }: ScopesProps) {
  const Icon = isAllowed ? Check : Minus
  return (
    <section className="consent-scopes" data-allowed={isAllowed ? '' : undefined}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <Icon size={16} aria-hidden />
            <div>
              <strong>{tokensMessages.scopes[scope].label}</strong>
              <span>{tokensMessages.scopes[scope].help}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoWorkspace({ app, account }: ConsentPage) {
  return (
    <Notice title={messages.noWorkspace.title}>
      {app.isRegistered ? messages.noWorkspace.registered : messages.noWorkspace.text({ email: account.email })}
    </Notice>
  )
}

function Decision({ path, account, chosen, allowed }: ConsentPage) {
  const fields = { account: account.id }
  return (
    <div className="consent-decision">
      {chosen !== null && allowed.length > 0 && (
        <ActionForm
          intent="allow"
          action={path}
          fields={{ ...fields, workspace: chosen.id, scopes: allowed.join(' ') }}
        >
          <SubmitButton>{messages.allow}</SubmitButton>
        </ActionForm>
      )}
      <ActionForm intent="deny" action={path} fields={fields}>
        <SubmitButton look="normal">{messages.deny}</SubmitButton>
      </ActionForm>
      <p className="text-12 text-muted">{messages.disconnect}</p>
    </div>
  )
}

function Account({ account, path }: ConsentPage) {
  return (
    <AuthFooter>
      <span className="min-w-0 break-words">{messages.signedInAs({ email: account.email })}</span>
      <Form method="post" action="/sign-out">
        <input type="hidden" name="intent" value="sign-out" />
        <input type="hidden" name="next" value={path} />
        <button type="submit" className="text-link">
          {messages.switchAccount}
        </button>
      </Form>
    </AuthFooter>
  )
}
