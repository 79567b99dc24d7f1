import { defineMessages } from '#i18n/messages.ts'

/** Texts of the insights page. */
export const insightMessages = defineMessages({
  title: 'Insights',
  titleOf: 'Insights · {workspace}',
  range: 'Time range',
  weeks: '{count, number} weeks',
  about: '{from} – today',
  requests: 'New requests',
  votes: 'Votes',
  perWeek: '{series} per week over the last {count, number} weeks',
  replies: {
    title: 'Median time to first reply',
    none: 'No replies in this period',
    answered: '{answered, number} of {considered, plural, one {# new request} other {# new requests}} answered',
    latest: 'Among the newest {considered, number} requests: {answered, number} answered',
    noRequests: 'No new requests',
    all: 'All {considered, plural, one {# new request} other {# new requests}}',
    allOfPeriod: 'All new requests',
    unanswered: 'View unanswered requests',
  },
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
  days: '{count, plural, one {# day} other {# days}}',
  lessThanMinute: 'Under a minute',
  boards: { title: 'Most active boards', about: 'Boards with the most new requests.', board: 'Board' },
  customers: {
    title: 'Most active customers',
    about: 'Customers who submitted and voted the most.',
    latest: 'Counted from the latest 5,000 requests and 5,000 votes of this period.',
    customer: 'Customer',
    requestsOf: '{count, plural, one {# request} other {# requests}} by {customer}',
    votesOf: '{count, plural, one {# vote} other {# votes}} by {customer}',
  },
  none: { title: 'No activity in this period', text: 'New requests and votes will appear here.' },
  export: 'Export CSV',
  exportOf: 'Export CSV: {report}',
})
