import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { tokensMessages as messages } from '../../messages/settings/tokens.ts'
import { expiryDays } from './expiry-days.ts'
import type { NewTokenPage } from './new-page.tsx'
import { ScopePicker } from './scope-picker.tsx'

const expiries = [...expiryDays, 'never', 'date'] as const

export function TokenForm({ presets, tomorrow, pageUrl }: NewTokenPage) {
  const custom = { value: 'custom', label: messages.custom.label, help: messages.custom.help }
  return (
    <Card>
      <ActionForm intent="create" noValidate>
        <Field name="name" label={messages.name} help={messages.nameHelp}>
          <TextInput maxLength={100} required autoComplete="off" dir="auto" />
        </Field>
        <div data-asks="scopes">
          <RadioGroup
            name="preset"
            legend={messages.presets}
            look="cards"
            defaultValue="read_only"
            options={[...presets.map(({ id, name, purpose }) => ({ value: id, label: name, help: purpose })), custom]}
          />
        </div>
        <div className="asked-scopes">
          <ScopePicker />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <div data-asks="date">
            <Field name="expiry" label={messages.expiry} help={messages.expiryHelp}>
              <Select
                defaultValue="90"
                options={expiries.map((value) => ({ value, label: messages.expiryOptions[value] }))}
              />
            </Field>
          </div>
          <div className="asked-date">
            <Field name="expiresOn" label={messages.lastDay} help={messages.lastDayHelp}>
              <TextInput type="date" min={tomorrow} defaultValue={tomorrow} />
            </Field>
          </div>
        </div>
        <FormActions>
          <SubmitButton>{messages.create}</SubmitButton>
          <LinkButton to={pageUrl}>{messages.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
