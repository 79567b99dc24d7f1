import { defineMessages } from '#i18n/messages.ts'

/** Texts about whom an action of the team emails. */
export const notifyMessages = defineMessages({
  email: 'Email people',
  emailCount: 'Email {count, plural, one {# person} other {# people}}',
  emailMany: 'Email more than {count, number} people',
  nobody: 'No one to email',
  off: 'No email',
  options: 'Options',
  note: 'Note to them',
  emailing: 'Emailing {count, plural, one {# person} other {# people}} {when}',
  emailingMany: 'Emailing more than {count, number} people {when}',
  waiting: '{count, plural, one {# person} other {# people}} will be emailed soon',
  waitingMany: 'More than {count, number} people will be emailed soon',
  when: 'in {minutes, plural, one {# minute} other {# minutes}}',
  notEmailed: 'No one will be emailed',
  dontEmail: 'Don’t email',
  takenBack: 'No one will be emailed. The change stays.',
  takenBackRest: 'No one else will be emailed. Some people already have been. The change stays.',
  takenBackEntry: 'No one will be emailed. The entry stays published.',
  tooLate: 'It’s too late to cancel: the email is already being sent.',
  joined: '{done} · {mail}',
})

export interface ShownRecipients {
  count: number
  isCapped: boolean
}

/** Labels the switch: "Email 12 people"; without a number until it is known. */
export function describeEmailSwitch(recipients: ShownRecipients | null): string {
  if (recipients === null) return notifyMessages.email
  const { count, isCapped } = recipients
  return isCapped ? notifyMessages.emailMany({ count }) : notifyMessages.emailCount({ count })
}

/** Says how many people the waiting email is for: "12 people will be emailed soon". */
export const describeWaitingMail = ({ count, isCapped }: ShownRecipients): string =>
  isCapped ? notifyMessages.waitingMany({ count }) : notifyMessages.waiting({ count })

/** Says whom an action emails, and when: "Emailing 12 people in 2 minutes". */
export function describeMail({ count, isCapped, minutes }: ShownRecipients & { minutes: number }): string {
  const when = notifyMessages.when({ minutes })
  return isCapped ? notifyMessages.emailingMany({ count, when }) : notifyMessages.emailing({ count, when })
}
