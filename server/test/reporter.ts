import { Transform } from 'node:stream'
import type { TestEvent } from 'node:test/reporters'

/** Receives every event of this process's test runner. The shard replaces the handler for each file. */
export const subscription: { onEvent: (event: TestEvent) => void } = { onEvent: () => {} }

/** The test reporter of a shard: passes each event to the subscription and writes nothing. */
export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    subscription.onEvent(event)
    done()
  },
})
