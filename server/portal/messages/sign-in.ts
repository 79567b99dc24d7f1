import { codeMinutes } from '../../platform/crypto/one-time-code.ts'

/** Every text of the pages that somebody signs in at. */
export const signInMessages = {
  title: (workspace: string) => `Sign in to ${workspace}`,
  lead: 'We send you a code. There is no password.',
  privateLead: (workspace: string) => `This portal is for customers of ${workspace}.`,
  email: 'E-mail address',
  sendCode: 'Send code',
  codeTitle: 'Type the code we sent you',
  sent: 'A message with six digits is on its way to',
  sentIfKnown: 'If we know this address, a message with six digits is on its way to',
  goodFor: `It is good for ${codeMinutes} minutes. If it does not come, look among unwanted mail too.`,
  code: 'Code',
  signIn: 'Sign in',
  sendAnother: 'Send another code',
  otherAddress: 'Use another address',
  noAddress: 'Type an e-mail address, such as name@example.com.',
  wrongCode: 'This is not the code of the latest message, or it is too old. Look again, or have another one sent.',
  faulty: (title: string) => `Not yet: ${title}`,
  undone: 'You are signed in, but one thing was not done',
  purpose: (deed: string) => `Sign in to ${deed}.`,
  oneStep: 'One more step',
  goOnAs: (name: string | null, deed: string) =>
    `You are signed in${name === null ? '' : ` as ${name}`}. Go on to ${deed}?`,
  gone: 'What it was about is not there any more.',
  tryAgain: 'Try again',
  goOn: 'Go on',
  leave: 'Leave it',
}
