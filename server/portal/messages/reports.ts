import { defineMessages } from '#i18n/messages.ts'
import type { ReportReason } from '../../reports/report.ts'

/** Texts of the reports of requests and comments. */
export const reportMessages = defineMessages({
  report: 'Report',
  reportRequest: 'Report this request',
  reportComment: 'Report {name}’s comment',
  title: { request: 'Report a request', comment: 'Report a comment' },
  lead: 'The {workspace} team will look at it. We won’t tell the author who reported it.',
  reason: 'What’s wrong with it?',
  send: 'Send report',
  cancel: 'Cancel',
  sent: 'Thanks for your report. The team will look at it.',
})

export const reportReasonLabels = defineMessages({
  spam: 'It’s spam or advertising',
  offensive: 'It’s offensive or abusive',
  private: 'It contains private information',
  other: 'Something else',
} satisfies Record<ReportReason, string>)
