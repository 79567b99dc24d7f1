/** One message to one recipient. Names and subject may hold any text: the mailer encodes them. */
export interface MailMessage {
  /** Without angle brackets. The same for each attempt, so that a receiver can drop a duplicate. */
  messageId: string
  senderName: string
  to: { address: string; name: string | null }
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Additional header fields, such as List-Unsubscribe. */
  headers: Record<string, string>
}

/** The outcome of sending a message; `response` is the mail server's reply, or a description if there was none. */
export type MailOutcome =
  /** The server has accepted the message and is responsible for it. */
  | { kind: 'sent'; response: string }
  /**
   * Rejected for good because of this recipient or message (5yz to RCPT or DATA; RFC 5321, section 4.2.1).
   * `isAddressError` if the address accepts no mail, whoever sends it.
   */
  | { kind: 'refused'; response: string; isAddressError: boolean }
  /** Rejected for now (4yz): a retry may succeed. */
  | { kind: 'deferred'; response: string }
  /** No message can be sent at all: no connection, no TLS, or a rejected sign-in or sender. */
  | { kind: 'unavailable'; response: string }

export interface Mailer {
  /** Where mail goes, to show: a server and port, or a folder. */
  destination: string
  /** How many messages to send at a time. */
  concurrency: number
  /** Maximum messages per second from this process; null if unlimited. */
  rate: number | null
  /** Never rejects: errors are outcomes. Settles within a minute. */
  send(message: MailMessage): Promise<MailOutcome>
  close(): void
}
