import type { SearchedCustomerWord } from './query.ts'

export interface FoundCustomer {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
  createdAt: string
  /** Whether only the name of their company matches. */
  isOfCompany?: boolean
}

/** Scores a match: exact matches and beginnings rank first, then matches of words, then newer customers. */
export function rankOf(customer: FoundCustomer, text: string, words: SearchedCustomerWord[]): number {
  // Less than one, and more for a newer customer.
  const newness = Date.parse(customer.createdAt) / 1e14
  return scoreOf(customer, fold(text.trim()), words) + newness
}

function scoreOf(customer: FoundCustomer, text: string, words: SearchedCustomerWord[]): number {
  const { id, isOfCompany = false } = customer
  const [name, email, externalId] = [customer.name, customer.email, customer.externalId].map((each) => fold(each ?? ''))
  if ([id, email, externalId].includes(text)) return 9
  if (name === text) return 8
  if (name!.startsWith(text)) return 7
  if (email!.startsWith(text) || externalId!.startsWith(text)) return 6
  const nameWords = name!.split(separators)
  if (words.length > 0 && words.every((word) => nameWords.some((each) => each.startsWith(word.text)))) return 5
  if (isOfCompany) return 2
  const own = wordsOf(customer)
  return words.length > 0 && words.every((word) => own.some((each) => each.startsWith(word.text))) ? 4 : 3
}

/** Returns the folded words of a customer. */
export const wordsOf = ({ name, email, externalId }: FoundCustomer): string[] =>
  [name, email, externalId].flatMap((text) => fold(text ?? '').split(separators)).filter((word) => word !== '')

const separators = /[^\p{L}\p{N}]+/u

/** Returns the text in lower case and without accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
