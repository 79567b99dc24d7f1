import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page frame, of errors, and of forms in general. */
export const commonMessages = defineMessages({
  skip: 'Skip to content',
  sections: { requests: 'Requests', roadmap: 'Roadmap', changelog: 'Changelog' },
  navigation: 'Sections',
  pageTitle: '{title} · {workspace}',
  signIn: 'Sign in',
  signOut: 'Sign out',
  account: 'My account',
  theme: { label: 'Appearance', system: 'System', light: 'Light', dark: 'Dark' },
  legal: {
    navigation: 'Legal',
    terms: 'By continuing, you agree to the {terms}.',
    privacy: 'The {privacy} explains how your data is used.',
    termsName: 'terms',
    privacyName: 'privacy policy',
  },
  poweredBy: 'Powered by Heed',
  notFound: {
    title: 'Page not found',
    text: 'The address is incomplete, or the page has been removed.',
  },
  home: 'Go to the home page of {workspace}',
  failed: { title: 'Something went wrong on our side', text: 'Nothing was changed. Try again in a minute.' },
  crossOrigin: {
    title: 'This form was sent from another site',
    text: 'Nothing was changed. Open the page again and retry.',
  },
  ssoFailed: {
    title: 'We couldn’t sign you in',
    text: 'This sign-in link from {workspace} has expired or was already used. Go back and try again, or sign in here.',
  },
  rejected: { title: 'We couldn’t do that' },
  unreadable: {
    title: 'We couldn’t read your form',
    text: 'Nothing was changed. Go back to the page and try again.',
  },
  empty: { title: 'Nothing here yet', text: '{workspace} hasn’t opened this portal yet.' },
  rateLimited:
    '{action, select, request {You’ve sent too many requests in a short time.} comment {You’ve posted too many comments in a short time.} vote {You’ve voted too many times in a short time.} reaction {You’ve reacted too many times in a short time.} report {You’ve sent too many reports in a short time.} edit {You’ve made too many changes in a short time.} follow {You’ve followed too many requests in a short time.} subscription {This has been requested too many times.} newcomer {Many new people have taken part from your network in a short time.} search {There have been too many searches in a short time.} image {Too many images were loaded in a short time.} upload {You’ve uploaded too many files in a short time.} other {Similar requests were loaded too many times.}} Try again in {unit, select, second {{count, plural, one {# second} other {# seconds}}} minute {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# hour} other {# hours}}}}. Nothing was lost.',
  capReached: {
    title: 'Your account can’t be added right now',
    text: '{workspace} has reached the number of customers in its plan, so nothing was saved. You can still read everything. Ask {workspace} to make room, then try again.',
    notSent:
      '{workspace} has reached the number of customers in its plan, so this wasn’t sent. Your text is still below. Ask {workspace} to make room, then try again.',
  },
  blocked: {
    title: 'Your account is blocked here',
    text: 'The {workspace} team has blocked your account, so you can’t take part. You can still read everything. Contact the team if you think this is a mistake.',
  },
  proofNeeded:
    'There have been many votes from your network in a short time. Turn on JavaScript and vote again, or try again in 10 minutes. Nothing was lost.',
  attach: 'Attach files',
  uploadSignIn: 'Sign in to upload files.',
  busy: 'The server is busy. Try again in a few seconds.',
  cardAlt: '{title} · {workspace}',
  honeypot: 'Leave this empty',
  tooFast: 'That was very fast. Nothing was lost: submit the form again.',
  formExpired: 'This page was open for a long time. Nothing was lost: submit the form again.',
})
