import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page that exports the whole workspace. */
export const exportMessages = defineMessages({
  about:
    'Download everything in this workspace as one file: requests, votes, comments, customers, the roadmap, the changelog, uploaded files, and settings.',
  contents:
    'Secrets, sessions, and the audit log aren’t included. The file contains your customers’ names and email addresses, so keep it safe. You can import the file into another workspace.',
  start: 'Export everything',
  started: 'The export has started. You can leave this page.',
  inProgress: 'An export is already being prepared.',
  list: 'Exports',
  empty: 'No exports yet',
  emptyText: 'You can download an export for 7 days. Then its file is deleted.',
  requested: 'Requested',
  by: 'by {name}',
  byOperator: 'on the command line',
  status: 'Status',
  states: { pending: 'Waiting', running: 'Preparing', finished: 'Ready', failed: 'Failed' },
  failed: 'The export couldn’t be prepared. Try again. If it fails again, contact the operator of this instance.',
  progress: 'Preparing the file',
  percent: '{percent}%',
  size: 'Size',
  megabytes: '{size} MB',
  until: 'Available until',
  download: 'Download',
  downloadOf: 'Download the export from {date}',
})
