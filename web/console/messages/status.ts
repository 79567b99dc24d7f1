import { defineMessages } from '#i18n/messages.ts'

/** Texts of the page that shows operators the state of the instance. */
export const statusMessages = defineMessages({
  title: 'Instance status',
  version: 'Heed {version}',
  account: 'Your account',
  link: 'Instance status',

  checks: {
    title: 'Checks',
    text: 'Updated at most once a minute. Run npx heed doctor on the server for more checks.',
    name: 'Check',
    result: 'Result',
    status: 'Status',
    allPassed: '{count, plural, one {# check passed} other {# checks passed}}',
    statuses: { ok: 'OK', warning: 'Warning', problem: 'Problem' },
  },

  processes: {
    title: 'Processes on this machine',
    name: 'Process',
    uptime: 'Uptime',
    memory: 'Memory',
    processor: 'CPU',
    requests: 'Requests',
    shed: '{count, plural, one {# request was} other {# requests were}} refused because of overload since the processes started.',
    noneShed: 'No requests were refused because of overload since the processes started.',
    rateLimits: 'Rate limits are counted in {store}.',
    stores: { memory: 'this process', cluster: 'the primary process', postgres: 'PostgreSQL', redis: 'Redis' },
  },

  jobs: {
    title: 'Background jobs',
    queue: 'Queue',
    waiting: 'Waiting',
    active: 'Running',
    dead: 'Failed',
    late: 'Late by',
    empty: '{count, plural, one {# queue is} other {# queues are}} empty.',
    none: 'All queues are empty.',
  },

  database: {
    title: 'Database',
    version: 'PostgreSQL {version}',
    size: 'Size',
    connections: 'Connections',
    connectionsOf: '{count, number} of {max, number}',
    states: '{active, number} active, {idle, number} idle, {inTransaction, number} idle in a transaction',
    state: 'State',
    blocked: 'Waiting for a lock',
    transaction: 'Oldest transaction',
    statement: 'Longest statement',
    none: 'None',
    migrations: 'Migrations applied',
    replicas: 'Replicas',
    replica: 'Replica',
    noReplicas: 'None, or not visible to Heed’s database user',
    replicaState: '{state}, {syncState}',
    lag: 'Lag',
    sessions: 'Connections by program',
    program: 'Program',
    address: 'From',
    count: 'Connections',
    local: 'This machine',
    unnamed: 'Unnamed',
  },

  mail: {
    title: 'Email',
    text: 'Email to customers and team members, except sign-in codes.',
    due: 'Waiting',
    sent: 'Sent in 24 hours',
    failed: 'Failed in 24 hours',
    suppressed: 'Not sent: unsubscribed or bounced',
  },

  duration: {
    seconds: '{count, number} s',
    minutes: '{count, number} min',
    hours: '{count, number} h',
    days: '{count, plural, one {# day} other {# days}}',
  },
  megabytes: '{count, number} MB',
  percent: '{count, number}%',
})
