import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'

/**
 * Whether a stage change is news to the people who follow a request on a public board: the request is public now, or the
 * team has closed one that was public.
 */
export const isNews = (from: Stage, { stage, status }: { stage: Stage; status: FeedbackStatus }): boolean =>
  status === 'approved' && stage !== from && stage !== 'pending' && (stage !== 'closed' || from !== 'pending')
