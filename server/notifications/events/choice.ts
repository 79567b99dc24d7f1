import { Text } from '../../platform/schemas.ts'

/** Whether an act emails the people who follow a request, and what the team tells them with it. */
export interface NotificationChoice {
  notify: boolean
  /** Plain text. Null: no note. */
  note: string | null
}

/** The choice of everything that cannot choose: the API, trackers and commands. */
export const notifyEveryone: NotificationChoice = { notify: true, note: null }

export const notifyNobody: NotificationChoice = { notify: false, note: null }

export const NotificationNote = Text({ min: 1, max: 500 })

/** Returns what the audit log records about a choice: only that nobody was notified. */
export const choiceAuditChange = ({ notify }: NotificationChoice) => (notify ? {} : { notified: false })
