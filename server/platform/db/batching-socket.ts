import { Socket } from 'node:net'

/**
 * A socket that sends the messages of one turn of the event loop together. pg corks and uncorks it for each statement;
 * uncorking at the end of the turn lets the statements that are sent together share one system call.
 */
export class BatchingSocket extends Socket {
  #isCorked = false
  /** Called at the end of a turn, for what is still to be sent in it. */
  beforeUncork: () => void = () => {}

  override cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    super.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.beforeUncork()
      super.uncork()
    })
  }

  override uncork(): void {}
}
