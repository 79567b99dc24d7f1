/** One message to one person. Names and subject may hold any text: whoever sends it encodes them. */
export interface MailMessage {
  /** Without the angle brackets, stable for what is sent: a receiver that has it already may drop a repetition. */
  messageId: string
  senderName: string
  to: { address: string; name: string | null }
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Further header fields, such as List-Unsubscribe. */
  headers: Record<string, string>
}

/** What became of a message; `words` are the mail server's own where it said any. */
export type MailOutcome =
  /** The server has it, and answers for it from now on. */
  | { kind: 'sent'; words: string }
  /**
   * Refused for good because of this recipient or message (5yz to RCPT or DATA; RFC 5321, section 4.2.1). `isOfAddress`
   * when it is the address that cannot be written to, by whomever and whatever.
   */
  | { kind: 'refused'; words: string; isAddressError: boolean }
  /** Not now (4yz): the same message may pass later. */
  | { kind: 'deferred'; words: string }
  /** No message can be sent at present: no connection, no TLS, a refused sign-in or sender. */
  | { kind: 'unavailable'; words: string }

export interface Mailer {
  /** Where mail goes, in words: a server and port, or a folder. */
  destination: string
  /** Messages that are worth sending at the same time. */
  concurrency: number
  /** Messages a second at most, by this process; null is as fast as the server takes them. */
  rate: number | null
  /** Never rejects: what goes wrong is an outcome. Settles within a minute. */
  send(message: MailMessage): Promise<MailOutcome>
  close(): void
}
