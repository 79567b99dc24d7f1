import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { customerFormMessages as messages } from '../messages/customers.ts'

interface CustomerIdentity {
  name: string | null
  email: string | null
  externalId: string | null
}

/** Who a customer is. */
export function CustomerFields({ known }: { known?: CustomerIdentity }) {
  return (
    <>
      <Field name="name" label={messages.name} optional>
        <TextInput maxLength={200} autoComplete="off" defaultValue={known?.name ?? ''} dir="auto" />
      </Field>
      <Field name="email" label={messages.email} help={known ? messages.newEmailHelp : messages.emailHelp}>
        <TextInput type="email" maxLength={254} autoComplete="off" defaultValue={known?.email ?? ''} />
      </Field>
      <Field name="externalId" label={messages.externalId} help={`${messages.externalIdHelp} ${messages.oneOf}`}>
        <TextInput maxLength={255} mono autoComplete="off" spellCheck={false} defaultValue={known?.externalId ?? ''} />
      </Field>
    </>
  )
}
