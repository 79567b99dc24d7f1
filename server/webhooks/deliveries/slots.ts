/** A webhook with due deliveries. */
export interface DueWebhook {
  workspaceId: string
  id: string
  /** Whether its last attempt failed. */
  isFailing: boolean
}

/** How many deliveries of a webhook to claim. */
export interface Share {
  workspaceId: string
  id: string
  count: number
}

type Starting = Omit<DueWebhook, 'id'> & { webhookId: string; provider: string | null }

/** What this process knows about a webhook. */
interface WebhookState {
  running: number
  /** Whether the last attempt succeeded quickly; null before the first one ends. */
  isQuick: boolean | null
  /** Whether it is a channel, which gets one message at a time. */
  isChannel: boolean
}

export const maxSlots = 128
// Webhooks that failed or answered slowly leave the other half to those that did not.
export const maxSlowSlots = maxSlots / 2
const maxPerWebhook = 4
// Also the longest that a healthy delivery waits for a slot. Its whole wait may be two seconds.
const holdMs = 1_000
// Bounds memory. A forgotten webhook counts as new.
const maxKnown = 10_000

/**
 * Shares out the slots for attempts. An attempt releases its slot after a second even if it still runs, so receivers that
 * hang cannot keep the slots: at most 128 attempts that take longer start per second. A webhook gets a second slot only
 * after a quick success, so a new one that hangs takes only one. A channel has one slot, because its messages have an order
 * and its provider a limit of about one message per second.
 */
export class Slots {
  readonly #webhooks = new Map<string, WebhookState>()
  readonly #heldBy = new Map<string, number>()
  readonly #onFree: () => void
  #held = 0
  #heldSlow = 0

  /** @param onFree called whenever a slot or a webhook becomes free */
  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  get areFull(): boolean {
    return this.#held >= maxSlots
  }

  /** Lists the webhooks that have all the attempts they may have at a time. */
  busy(): string[] {
    return [...this.#webhooks].filter(([, state]) => state.running >= limitOf(state)).map(([id]) => id)
  }

  /**
   * Gives the free slots to webhooks, one by one to the workspace that has the fewest. Within a workspace, each webhook
   * gets one before any gets another.
   * @param due in the order of their turns
   */
  share(due: DueWebhook[]): Share[] {
    const wanted = due
      .flatMap((webhook) => this.#wantedSlots(webhook))
      .toSorted((a, b) => a.round - b.round || Number(a.isSlow) - Number(b.isSlow))
    const levels = new Map(this.#heldBy)
    for (const slot of wanted) {
      slot.level = levels.get(slot.workspaceId) ?? 0
      levels.set(slot.workspaceId, slot.level + 1)
    }
    let free = maxSlots - this.#held
    let freeSlow = maxSlowSlots - this.#heldSlow
    const shares = new Map<string, Share>()
    for (const { workspaceId, id, isSlow } of wanted.sort((a, b) => a.level - b.level)) {
      if (free <= 0) break
      if (isSlow && freeSlow <= 0) continue
      free -= 1
      if (isSlow) freeSlow -= 1
      const share = shares.get(id) ?? { workspaceId, id, count: 0 }
      share.count += 1
      shares.set(id, share)
    }
    return [...shares.values()]
  }

  /**
   * Takes a slot for an attempt.
   * @returns a function that ends the attempt; without `isQuick`, nothing was learned about the webhook
   */
  start({ workspaceId, webhookId, isFailing, provider }: Starting): (isQuick?: boolean) => void {
    const state = this.#webhooks.get(webhookId) ?? { running: 0, isQuick: null, isChannel: provider !== null }
    this.#webhooks.set(webhookId, state)
    state.running += 1
    const leave = this.#hold(workspaceId, isSlow(state, isFailing))
    const timer = setTimeout(leave, holdMs)
    return (isQuick) => {
      clearTimeout(timer)
      leave()
      state.running -= 1
      if (isQuick !== undefined) state.isQuick = isQuick
      if (state.running === 0 && this.#webhooks.size > maxKnown) this.#webhooks.delete(webhookId)
      this.#onFree()
    }
  }

  #wantedSlots({ workspaceId, id, isFailing }: DueWebhook) {
    const state = this.#webhooks.get(id) ?? { running: 0, isQuick: null, isChannel: false }
    const count = Math.max(0, limitOf(state) - state.running)
    return Array.from({ length: count }, (_, index) => ({
      workspaceId,
      id,
      isSlow: isSlow(state, isFailing),
      /** How many attempts of this webhook come before. */
      round: state.running + index,
      /** How many slots of this workspace come before. */
      level: 0,
    }))
  }

  /** @returns a function that releases the slot, once */
  #hold(workspaceId: string, isSlow: boolean): () => void {
    const change = (by: 1 | -1) => {
      this.#held += by
      if (isSlow) this.#heldSlow += by
      const count = (this.#heldBy.get(workspaceId) ?? 0) + by
      if (count > 0) this.#heldBy.set(workspaceId, count)
      else this.#heldBy.delete(workspaceId)
    }
    change(1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      change(-1)
      this.#onFree()
    }
  }
}

const limitOf = ({ isQuick, isChannel }: WebhookState): number => (isQuick && !isChannel ? maxPerWebhook : 1)

const isSlow = ({ isQuick }: WebhookState, isFailing: boolean): boolean => isFailing || isQuick === false
