import { useState } from 'react'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field, FieldRow, FieldSet } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Select, TextInput } from '../../../ui/forms/text-input.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { SearchPicker } from '../../../ui/pickers/search-picker.tsx'
import { FileTextArea } from '../../files/file-text-area.tsx'
import { newRequestMessages as messages } from '../../messages/requests/new.ts'
import type { NewRequestData } from './page.tsx'
import { SimilarRequestsHint } from './similar-requests.tsx'

/** Keeps what was typed in the browser until it is submitted. */
export function NewRequestForm(props: NewRequestData) {
  const { home, boards } = props
  const [title, setTitle] = useState('')
  return (
    <ActionForm intent={['create', 'vote']} draftKey="request:new">
      <Field name="title" label={messages.name} help={messages.nameHelp}>
        <TextInput maxLength={200} autoComplete="off" autoFocus onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <SimilarRequestsHint home={home} title={title} />
      <Field name="description" label={messages.description} help={messages.descriptionHelp} optional>
        <FileTextArea maxLength={10_000} rows={6} />
      </Field>
      {boards.length === 0 ? (
        <Notice tone="warning">{messages.noBoard}</Notice>
      ) : (
        <FieldRow>
          <Field name="boardId" label={messages.board}>
            <Select options={boards} />
          </Field>
          <Field name="sourceUrl" label={messages.source} help={messages.sourceHelp} optional>
            <TextInput type="url" inputMode="url" placeholder="https://" maxLength={2048} autoComplete="off" />
          </Field>
        </FieldRow>
      )}
      <CustomerFieldSet {...props} />
      <FormActions>
        <SubmitButton name="intent" value="create">
          {messages.file}
        </SubmitButton>
        <LinkButton look="quiet" to={`${home}/requests`}>
          {messages.cancel}
        </LinkButton>
      </FormActions>
    </ActionForm>
  )
}

/** Chooses a known customer or adds a new one. The email address of a known customer selects them too. */
function CustomerFieldSet({ home, customers, chosen }: NewRequestData) {
  const [isChosen, setChosen] = useState(chosen.length > 0)
  return (
    <FieldSet legend={messages.who} help={messages.whoHelp}>
      <SearchPicker
        name="customerId"
        label={messages.customer}
        loadUrl={`${home}/requests/customers`}
        placeholder={messages.customerPlaceholder}
        defaultOptions={chosen}
        onChange={(options) => setChosen(options.length > 0)}
      >
        <Field name="customerId" label={messages.customer} help={messages.customerFallback}>
          <Select
            defaultValue={chosen[0]?.value ?? ''}
            options={[
              { value: '', label: messages.noCustomer },
              ...[...chosen, ...customers.filter(({ value }) => value !== chosen[0]?.value)],
            ]}
          />
        </Field>
      </SearchPicker>
      {!isChosen && (
        <FieldRow>
          <Field name="submitter.email" label={messages.email} optional>
            <TextInput type="email" maxLength={254} autoComplete="off" />
          </Field>
          <Field name="submitter.name" label={messages.customerName} optional>
            <TextInput maxLength={200} autoComplete="off" />
          </Field>
        </FieldRow>
      )}
    </FieldSet>
  )
}
