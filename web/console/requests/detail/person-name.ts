import { requestMessages as messages } from '../../messages/requests/detail.ts'

/** What somebody is called where the team reads it. */
export const personName = (person: { name: string | null; email: string | null; externalId?: string | null }): string =>
  person.name || person.email || person.externalId || messages.unnamed
