import { customersMessages } from '../messages/customers.ts'

interface CustomerIdentity {
  name: string | null
  email: string | null
  externalId: string | null
}

/** Returns the name to show for a customer: their name, else their email, else their external ID. */
export const customerName = ({ name, email, externalId }: CustomerIdentity): string =>
  name ?? email ?? externalId ?? customersMessages.unknown
