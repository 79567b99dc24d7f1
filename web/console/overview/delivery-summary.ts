import type { DeliveryReport } from '#server/notifications/announcements/delivery-report.ts'

/** What the overview says of an announcement: numbers, and the words that the mail server refused with most. */
export const summarizeDelivery = ({
  total,
  due,
  sent,
  failed,
  suppressed,
  isFinished: isOver,
  isMailConfigured,
  failures,
}: DeliveryReport) => ({
  total,
  ended: total - due,
  sent,
  failed,
  suppressed,
  isOver,
  isMailConfigured,
  words: failures[0]?.words ?? null,
})
