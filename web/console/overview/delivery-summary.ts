import type { DeliveryReport } from '#server/notifications/announcements/delivery-report.ts'

/** Summarizes an announcement: counts, and the mail server’s response to the latest failure. */
export const summarizeDelivery = ({
  total,
  due,
  sent,
  failed,
  suppressed,
  isFinished,
  isMailConfigured,
  failures,
}: DeliveryReport) => ({
  total,
  ended: total - due,
  sent,
  failed,
  suppressed,
  isFinished,
  isMailConfigured,
  smtpReply: failures[0]?.response ?? null,
})
