import { customersMessages } from '../messages/customers.ts'

interface Named {
  name: string | null
  email: string | null
  externalId: string | null
}

/** By what a customer is called: the first that is known. */
export const customerName = ({ name, email, externalId }: Named): string =>
  name ?? email ?? externalId ?? customersMessages.unknown
