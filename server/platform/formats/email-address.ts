/**
 * Returns the address without its `+tag`: most mail servers deliver both to the same mailbox, so limits on mail count
 * them together. Never identify a person by the result, because on some servers they are two mailboxes.
 */
export const foldPlusTag = (email: string): string => email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')
