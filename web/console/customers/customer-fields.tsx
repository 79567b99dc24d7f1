import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { customerFormMessages as messages } from '../messages/customers.ts'

interface CustomerIdentity {
  name: string | null
  email: string | null
  externalId: string | null
}

/** The fields of a customer’s identity. @param current the customer to edit; absent for a new one */
export function CustomerFields({ current }: { current?: CustomerIdentity }) {
  return (
    <>
      <Field name="name" label={messages.name} optional>
        <TextInput maxLength={200} autoComplete="off" defaultValue={current?.name ?? ''} dir="auto" />
      </Field>
      <Field name="email" label={messages.email} help={current ? messages.newEmailHelp : messages.emailHelp}>
        <TextInput type="email" maxLength={254} autoComplete="off" defaultValue={current?.email ?? ''} />
      </Field>
      <Field name="externalId" label={messages.externalId} help={messages.externalIdHelp}>
        <TextInput
          maxLength={255}
          mono
          autoComplete="off"
          spellCheck={false}
          defaultValue={current?.externalId ?? ''}
        />
      </Field>
    </>
  )
}
