import { useState } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Field, FieldRow, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { SearchPicker } from '../../../ui/pickers/search-picker.tsx'
import { Select, TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { newRequest as words } from '../../messages/requests/new.ts'
import { AlreadyAsked } from './similar-requests.tsx'
import type { NewRequestData } from './page.tsx'

/** What was typed stays in the browser until it is sent. */
export function NewRequestForm(props: NewRequestData) {
  const { home, boards } = props
  const [title, setTitle] = useState('')
  return (
    <ActionForm intent={['create', 'vote']} draftKey={`request:new:${home}`} tellsDraft>
      <Field name="title" label={words.name} help={words.nameHelp}>
        <TextInput maxLength={200} autoComplete="off" autoFocus onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <AlreadyAsked home={home} title={title} />
      <Field name="description" label={words.description} help={words.descriptionHelp} optional>
        <TextArea maxLength={10_000} rows={6} />
      </Field>
      {boards.length === 0 ? (
        <Notice tone="warning">{words.noBoard}</Notice>
      ) : (
        <FieldRow>
          <Field name="boardId" label={words.board}>
            <Select options={boards} />
          </Field>
          <Field name="sourceUrl" label={words.source} help={words.sourceHelp} optional>
            <TextInput type="url" inputMode="url" placeholder="https://" maxLength={2048} autoComplete="off" />
          </Field>
        </FieldRow>
      )}
      <Who {...props} />
      <FormActions>
        <SubmitButton name="intent" value="create">
          {words.file}
        </SubmitButton>
        <LinkButton look="quiet" to={`${home}/requests`}>
          {words.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}

/** One who is known already, or somebody new; the e-mail of a known one leads to them as well. */
function Who({ home, customers, chosen }: NewRequestData) {
  const [isChosen, setChosen] = useState(chosen.length > 0)
  return (
    <FieldSet legend={words.who} help={words.whoHelp}>
      <SearchPicker
        name="customerId"
        label={words.customer}
        loadUrl={`${home}/requests/customers`}
        placeholder={words.customerPlaceholder}
        defaultPicks={chosen}
        onChange={(picks) => setChosen(picks.length > 0)}
      >
        <Field name="customerId" label={words.customer} help={words.customerFallback}>
          <Select
            defaultValue={chosen[0]?.value ?? ''}
            options={[
              { value: '', label: words.noCustomer },
              ...[...chosen, ...customers.filter(({ value }) => value !== chosen[0]?.value)],
            ]}
          />
        </Field>
      </SearchPicker>
      {!isChosen && (
        <FieldRow>
          <Field name="submitter.email" label={words.email} optional>
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
          <Field name="submitter.name" label={words.customerName} optional>
            <TextInput maxLength={200} autoComplete="off" />
          </Field>
        </FieldRow>
      )}
    </FieldSet>
  )
}
