import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts'
import type { Log } from '../../platform/log.ts'
import { type Poller, stallMs } from '../../platform/poller.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { type AttemptDeps, type AttemptResult, attemptDelivery } from './attempt.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim.ts'
import { fanOutEvents } from './fan-out.ts'
import { fanOutNotices } from './fan-out-notices.ts'
import { recordOutcome } from './record-outcome.ts'
import { Slots } from './slots.ts'

export interface DispatcherDeps extends AttemptDeps {
  database: Database
  log: Log
  write<T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>): Promise<T>
}

// The first attempt follows the commit within two seconds.
const pollMs = 500
// Less often than claims, because looking for new events reads all webhooks.
const fanOutMs = 200
const errorPauseMs = 5_000
const stopMs = 5_000

const slowMs = 3_000

/** Sends deliveries until it is stopped. Any number of processes may run it. */
export function startDispatcher(deps: DispatcherDeps): Poller {
  const stopping = new AbortController()
  const dispatcher = new Dispatcher(deps, stopping.signal)
  const running = dispatcher.run()
  return {
    isStalled: () => dispatcher.isStalled(),
    async stop() {
      stopping.abort()
      await running
      await dispatcher.finish()
    },
  }
}

class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #stopping: AbortSignal
  readonly #aborting = new AbortController()
  readonly #slots = new Slots(() => this.#wake.resolve())
  readonly #running = new Set<Promise<void>>()
  #nextFanOutAt = 0
  #polledAt = Date.now()
  #wake = Promise.withResolvers<void>()

  constructor(deps: DispatcherDeps, stopping: AbortSignal) {
    this.#deps = deps
    this.#stopping = stopping
    stopping.addEventListener('abort', () => this.#wake.resolve())
  }

  async run(): Promise<void> {
    while (!this.#stopping.aborted) {
      try {
        await this.#pass()
        await this.#pause(pollMs)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#polledAt = Date.now()
        this.#deps.log.error({ err: error }, 'webhooks: a pass failed')
        await this.#pause(errorPauseMs)
      }
    }
  }

  isStalled(): boolean {
    return Date.now() - this.#polledAt > stallMs
  }

  /** Waits a few seconds for running attempts, then aborts them; they are attempted again. */
  async finish(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#running), sleep(stopMs, undefined, { ref: false })])
    this.#aborting.abort()
    await Promise.allSettled(this.#running)
  }

  /** Alternates between a bounded number of events and of deliveries, so that neither waits for all of the other. */
  async #pass(): Promise<void> {
    while (!this.#stopping.aborted) {
      const hasEvents = await this.#fanOut()
      const claimed = await claimDeliveries(this.#deps.database, this.#slots)
      this.#polledAt = Date.now()
      for (const delivery of claimed) this.#start(delivery)
      if (!hasEvents && claimed.length === 0) return
    }
  }

  async #fanOut(): Promise<boolean> {
    if (performance.now() < this.#nextFanOutAt) return false
    const { database } = this.#deps
    const hasNotices = await fanOutNotices(database)
    const hasEvents = (await fanOutEvents(database)) || hasNotices
    if (!hasEvents) this.#nextFanOutAt = performance.now() + fanOutMs
    return hasEvents
  }

  #start(delivery: ClaimedDelivery): void {
    const end = this.#slots.start(delivery)
    const done = this.#deliver(delivery).then((isQuick) => {
      this.#running.delete(done)
      end(isQuick)
    })
    this.#running.add(done)
  }

  /** @returns whether it succeeded quickly; undefined if that is unknown */
  async #deliver(delivery: ClaimedDelivery): Promise<boolean | undefined> {
    const { log, write } = this.#deps
    try {
      const result = await attemptDelivery(this.#deps, delivery, this.#aborting.signal)
      // An attempt that we have aborted says nothing about its receiver. Its claim expires.
      if (this.#aborting.signal.aborted && result.outcome !== 'succeeded') return
      await write(delivery.workspaceId, (tx) => recordOutcome(tx, delivery, result))
      return result.outcome === 'skipped' ? undefined : isQuickSuccess(result)
    } catch (error) {
      // The claim expires, and the delivery is attempted again.
      log.error({ err: error, deliveryId: delivery.id }, 'webhooks: an attempt could not be recorded')
    }
  }

  /** Waits, but no longer than until a slot becomes free. */
  async #pause(ms: number): Promise<void> {
    const timer = setTimeout(this.#wake.resolve, ms)
    await this.#wake.promise
    clearTimeout(timer)
    this.#wake = Promise.withResolvers()
  }
}

const isQuickSuccess = ({ outcome, attempt }: AttemptResult): boolean =>
  outcome === 'succeeded' && attempt.durationMs <= slowMs
