import { archived } from '../format.ts'

const inSubscriptions = 'in the file subscriptions'

export const companies = archived('companies', {
  name: 'companies',
  columns: [
    'id',
    'external_id',
    'name',
    'revenue_amount',
    'revenue_currency',
    'attributes',
    'created_at',
    'updated_at',
  ],
  omitted: {},
  key: ['id'],
})

export const customers = archived('customers', {
  name: 'customers',
  columns: [
    'id',
    'email',
    'name',
    'external_id',
    'company_id',
    'attributes',
    'is_tracked',
    'is_participant',
    'is_admitted',
    'origin',
    'name_source',
    'blocked_at',
    'created_at',
    'updated_at',
  ],
  omitted: {
    notify_changelog: inSubscriptions,
    notify_replies: inSubscriptions,
    notify_stages: inSubscriptions,
    mail_opted_out_at: inSubscriptions,
    mail_bounces: inSubscriptions,
    mail_bounced_at: inSubscriptions,
    unsubscribed_at: inSubscriptions,
  },
  key: ['id'],
})

const inCustomers = 'in the file customers'

/** The email preferences of each customer. */
export const subscriptions = archived('customers', {
  name: 'subscriptions',
  isUpdate: true,
  columns: [
    'id',
    'notify_changelog',
    'notify_replies',
    'notify_stages',
    'mail_opted_out_at',
    'unsubscribed_at',
    'mail_bounces',
    'mail_bounced_at',
  ],
  renamed: { id: 'customerId' },
  omitted: {
    email: inCustomers,
    name: inCustomers,
    external_id: inCustomers,
    company_id: inCustomers,
    attributes: inCustomers,
    is_tracked: inCustomers,
    is_participant: inCustomers,
    is_admitted: inCustomers,
    origin: inCustomers,
    name_source: inCustomers,
    blocked_at: inCustomers,
    created_at: inCustomers,
    updated_at: inCustomers,
  },
  key: ['id'],
})

/** Earlier names of customers, which explain old mail and reports. */
export const customerNames = archived('customer_names', {
  name: 'customer_names',
  columns: ['id', 'customer_id', 'name', 'changed_by', 'created_at'],
  omitted: {},
  key: ['id'],
})

export const consents = archived('consents', {
  name: 'consents',
  columns: ['id', 'customer_id', 'action', 'surface', 'page', 'host', 'wording', 'created_at'],
  omitted: {},
  key: ['id'],
})

const ofAccount = 'belongs to the person’s account, which no archive contains'
const nextMail = 'when mail to the member is due; set again after the import'

/** The team. An import turns them into invitations. */
export const members = archived('members', {
  name: 'members',
  columns: [
    'id',
    'email',
    'imported_name',
    'role',
    'created_at',
    'mails_assigned',
    'mails_mentions',
    'mails_replies',
    'mails_review',
    'shows_review',
    'weekly_digest',
  ],
  renamed: { imported_name: 'name' },
  expressions: {
    imported_name: `coalesce((select a.name from accounts a where a.id = t.account_id), t.imported_name)`,
  },
  omitted: {
    account_id: ofAccount,
    joined_at: ofAccount,
    awaits_invitation: 'every imported member waits for an invitation',
    review_read_at: nextMail,
    review_mailed_at: nextMail,
    review_mail_due_at: nextMail,
    weekly_digest_sent_on: nextMail,
  },
  key: ['id'],
})

/** Saved views of lists, of one member or shared. */
export const views = archived('saved_views', {
  name: 'views',
  columns: ['id', 'member_id', 'created_by', 'name', 'query', 'created_at', 'updated_at'],
  omitted: {},
  key: ['id'],
})
