import type { Page } from 'playwright-core'

export interface HeldRendering {
  /** Holds back what the router changes, as on a device that is too slow to render it. */
  hold(): Promise<unknown>
  /** Renders what was held back, at once. */
  release(): Promise<unknown>
}

/** Lets a test hold back the rendering of a page. Called before the page is opened. */
export async function controlRendering(page: Page): Promise<HeldRendering> {
  await page.addInitScript(() => {
    // React renders transitions, and with them each state of the router, in messages to itself.
    const post = MessagePort.prototype.postMessage
    const held: (() => void)[] = []
    let isHolding = false
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      const send = () => post.call(this, message)
      if (isHolding) held.push(send)
      else send()
    }
    const setHolding = (value: boolean) => {
      isHolding = value
      if (!isHolding) for (const send of held.splice(0)) send()
    }
    Object.assign(window, { setHolding })
  })
  const set = (value: boolean) =>
    page.evaluate((value) => (window as unknown as { setHolding(value: boolean): void }).setHolding(value), value)
  return { hold: () => set(true), release: () => set(false) }
}
