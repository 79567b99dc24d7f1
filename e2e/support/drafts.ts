import type { Page } from 'playwright-core'

/** Waits until this browser stores a draft of the form that contains a text. */
export async function draftStored(page: Page, key: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([key, text]) =>
      Object.entries(localStorage).some(
        ([slot, draft]) => slot.startsWith('heed:drafts:') && slot.endsWith(`:${key}`) && draft.includes(text!),
      ),
    [key, text],
  )
}

/** Waits until this browser stores no draft of the form. */
export async function noDraftStored(page: Page, key: string): Promise<void> {
  await page.waitForFunction((key) => !Object.keys(localStorage).some((slot) => slot.endsWith(`:${key}`)), key)
}
