import assert from 'node:assert/strict'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'

export type Device = 'desktop' | 'phone'

export const deviceOptions: Record<Device, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
}

/** The actions of a person. Each counts as one interaction, except typing, which is the work itself. */
export interface Person {
  /** Presses a key that is not text, such as `j` or `Control+Enter`. */
  press(key: string): Promise<void>
  /** Clicks an element, or taps it on a touch screen. Scrolling it into view first also counts. */
  use(element: Locator): Promise<void>
  drag(from: Locator, to: Locator): Promise<void>
  /** Types into the focused field. */
  type(text: string): Promise<void>
}

/** Runs a job, and fails with a list of its interactions if they exceed the budget. */
export async function doWithin(page: Page, budget: number, job: (person: Person) => Promise<void>): Promise<void> {
  const done: string[] = []
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0)
  await job({
    press: async (key) => {
      done.push(`press ${key}`)
      await page.keyboard.press(key)
    },
    use: async (element) => {
      await element.waitFor()
      if (!(await isInView(element))) done.push('scroll')
      done.push(`${hasTouch ? 'tap' : 'click'} ${element}`)
      await (hasTouch ? element.tap() : element.click())
    },
    drag: async (from, to) => {
      done.push(`drag ${from}`)
      await from.dragTo(to)
    },
    type: (text) => page.keyboard.insertText(text),
  })
  assert.ok(done.length <= budget, `${done.length} interactions, but the budget is ${budget}:\n${done.join('\n')}`)
}

/** Whether a person sees the middle of an element without scrolling. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { top, height } = node.getBoundingClientRect()
    const middle = top + height / 2
    return middle >= 0 && middle <= innerHeight
  })
