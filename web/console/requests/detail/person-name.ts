import { requestMessages as messages } from '../../messages/requests/detail.ts'

/** Returns the name shown to the team for a customer. */
export const personName = (person: { name: string | null; email: string | null; externalId?: string | null }): string =>
  person.name || person.email || person.externalId || messages.unnamed
