import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { customerForm as words } from '../messages/customers.ts'

interface Known {
  name: string | null
  email: string | null
  externalId: string | null
}

/** Who a customer is. */
export function CustomerFields({ known }: { known?: Known }) {
  return (
    <>
      <Field name="name" label={words.name} optional>
        <TextInput maxLength={200} autoComplete="off" defaultValue={known?.name ?? ''} dir="auto" />
      </Field>
      <Field name="email" label={words.email} help={known ? words.newEmailHelp : words.emailHelp}>
        <TextInput type="email" maxLength={254} autoComplete="off" defaultValue={known?.email ?? ''} />
      </Field>
      <Field name="externalId" label={words.externalId} help={`${words.externalIdHelp} ${words.oneOf}`}>
        <TextInput maxLength={255} mono autoComplete="off" spellCheck={false} defaultValue={known?.externalId ?? ''} />
      </Field>
    </>
  )
}
