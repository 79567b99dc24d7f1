import { SMTPServer } from 'smtp-server'
import { driverAddress } from './hosts.ts'

/** A mail server on the driver's address that accepts every message and counts them by recipient. */
export class MailSink {
  /** The number of accepted messages of each recipient. */
  readonly counts = new Map<string, number>()
  accepted = 0
  readonly #server: SMTPServer

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData: (stream, session, done) => {
        stream.on('end', () => {
          for (const { address } of session.envelope.rcptTo) {
            this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
            this.accepted += 1
          }
          done()
        })
        stream.resume()
      },
    })
    this.#server.on('error', () => {})
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(2525, driverAddress, resolve))
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve))
  }
}
