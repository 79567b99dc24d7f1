import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox, RadioGroup } from '../../../ui/forms/choice.tsx'
import { Field, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { tokenWords as words } from '../../messages/settings/tokens.ts'
import type { NewTokenPage } from './new-page.tsx'

const expiries = ['30', '90', '365', 'never', 'date'] as const

export function TokenForm({ presets, scopeNames, tomorrow, here }: NewTokenPage) {
  const custom = { value: 'custom', label: words.custom.label, help: words.custom.help }
  return (
    <Card>
      <ActionForm intent="create" noValidate>
        <Field name="name" label={words.name} help={words.nameHelp}>
          <TextInput maxLength={100} required autoComplete="off" dir="auto" />
        </Field>
        <div data-asks="scopes">
          <RadioGroup
            name="preset"
            legend={words.presets}
            look="cards"
            defaultValue="read_only"
            options={[...presets.map(({ id, name, purpose }) => ({ value: id, label: name, help: purpose })), custom]}
          />
        </div>
        <div className="asked-scopes">
          <FieldSet legend={words.scopeList}>
            <div className="grid gap-3 sm:grid-cols-2">
              {scopeNames.map((scope) => (
                <Checkbox
                  key={scope}
                  name="scopes"
                  value={scope}
                  label={
                    <>
                      {words.scopeNames[scope].label} <code className="text-12 text-muted">{scope}</code>
                    </>
                  }
                  help={words.scopeNames[scope].help}
                />
              ))}
            </div>
          </FieldSet>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <div data-asks="date">
            <Field name="expiry" label={words.expires} help={words.expiresHelp}>
              <Select
                defaultValue="90"
                options={expiries.map((value) => ({ value, label: words.expiryChoices[value] }))}
              />
            </Field>
          </div>
          <div className="asked-date">
            <Field name="expiresOn" label={words.date} help={words.dateHelp}>
              <TextInput type="date" min={tomorrow} defaultValue={tomorrow} />
            </Field>
          </div>
        </div>
        <FormActions>
          <SubmitButton>{words.make}</SubmitButton>
          <LinkButton to={here}>{words.cancel}</LinkButton>
        </FormActions>
      </ActionForm>
    </Card>
  )
}
