import { defineMessages } from '#i18n/messages.ts'

/** The texts of pages that belong to no feature. */
export const pageMessages = defineMessages({
  notFound: { title: 'Page not found', text: 'The address is incomplete, or the page has been removed.' },
  unreadableForm: {
    title: 'This form couldn’t be read',
    text: 'Nothing was changed. Go back and press one of the buttons on the page.',
  },
  failed: {
    title: 'Something went wrong on our side',
    text: 'Nothing was changed. Try again in a minute.',
  },
  overloaded: {
    title: 'Heed is very busy right now',
    text: 'Nothing was changed. Try again in a few seconds.',
  },
  readOnly: { title: 'This page is read-only', text: 'Open its address in a browser.' },
})
