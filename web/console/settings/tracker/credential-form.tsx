import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field, FieldRow } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'
import type { ConnectPage } from './connect-page.tsx'

export function CredentialForm({ provider, needsAddress, hasOAuth }: ConnectPage) {
  return (
    <Card title={messages.credentialTitle[provider]} description={messages.credentialText[provider]}>
      <ActionForm intent="connect" noValidate autoComplete="off">
        {provider === 'jira' && <Address provider={provider} isNeeded={needsAddress} />}
        {provider === 'jira' && (
          <Field name="email" label={messages.email}>
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
        )}
        {provider === 'github' && (
          <div data-asks="app">
            <RadioGroup
              name="way"
              legend={messages.method}
              look="segments"
              defaultValue="token"
              options={(['token', 'app'] as const).map((value) => ({ value, label: messages.methods[value] }))}
            />
          </div>
        )}
        <div className="asked-token">
          <Field name="token" label={messages.token[provider]} help={messages.tokenHelp}>
            <TextInput type="password" autoComplete="off" mono />
          </Field>
        </div>
        {provider === 'github' && <AppFields />}
        {provider !== 'jira' && <Address provider={provider} isNeeded={false} />}
        <FormActions>
          <SubmitButton look={hasOAuth ? 'normal' : 'primary'}>{messages.submit}</SubmitButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}

function Address({ provider, isNeeded }: { provider: ConnectPage['provider']; isNeeded: boolean }) {
  return (
    <Field
      name="apiUrl"
      label={messages.apiUrl[provider]}
      optional={!isNeeded && provider !== 'jira'}
      help={messages.apiUrlHelp[provider]}
    >
      <TextInput type="url" maxLength={2048} autoComplete="off" />
    </Field>
  )
}

function AppFields() {
  return (
    <div className="asked-app form">
      <FieldRow>
        <Field name="appId" label={messages.appId}>
          <TextInput maxLength={64} autoComplete="off" />
        </Field>
        <Field name="installationId" label={messages.installationId} help={messages.installationHelp}>
          <TextInput inputMode="numeric" maxLength={20} autoComplete="off" />
        </Field>
      </FieldRow>
      <Field name="secretKey" label={messages.secretKey} help={messages.secretKeyHelp}>
        <TextArea mono spellCheck={false} autoComplete="off" />
      </Field>
    </div>
  )
}
