import type { ImportSource } from '../options.ts'
import type { Row, Table } from '../read/row.ts'
import type { ImportedStatus } from '../records.ts'
import { prepareFider } from './fider.ts'
import type { FieldNames, TableResource } from './generic-fields.ts'

/** Changes a row before it is read, such as a number that stands for a status. @returns false to leave the row out. */
export type AdaptRow = (table: Table, row: Row) => boolean

/** What distinguishes the exports of one product from the generic columns and status names. */
export interface SourceDefinition {
  label: string
  /** Whether a set of tables looks like this product's export. */
  detects: (tables: Table[]) => boolean
  fields?: Partial<Record<TableResource, FieldNames>>
  statuses?: Record<string, ImportedStatus>
  /** Reads the tables that rows refer to, such as the names of tags. */
  prepare?: (tables: Table[]) => Promise<AdaptRow>
  /** Whether the number of votes of a request includes votes without a person. */
  countsUnnamedVotes?: boolean
  /** Tables that are left out, by normalized name. */
  ignores?: RegExp
}

const hasColumns = (tables: Table[], ...columns: string[]): boolean =>
  tables.some((table) => columns.every((column) => table.columns.has(column)))

/** The definitions of the products. The first that recognizes a file is used. */
export const definitions: Record<Exclude<ImportSource, 'heed'>, SourceDefinition> = {
  fider: {
    label: 'Fider',
    detects: (tables) =>
      hasColumns(tables, 'originalnumber', 'respondedby') ||
      (hasColumns(tables, 'tenantid', 'responseuserid') && hasColumns(tables, 'title', 'slug', 'number')),
    fields: {
      feedback: {
        id: ['number', 'id'],
        votes: ['votescount'],
        author_id: ['userid'],
        author_name: ['createdby'],
        author_email: [],
        created_at: ['createdat'],
      },
    },
    statuses: { started: 'in_progress', declined: 'closed', duplicate: 'closed' },
    prepare: prepareFider,
    ignores:
      /^(attachments|emailverifications|notifications|oauthproviders|postsubscribers|posttags|tenants|userproviders|usersettings|reactions|webhooks)$/,
  },
  quackback: {
    label: 'Quackback',
    detects: (tables) =>
      hasColumns(tables, 'isteammember', 'moderationstate', 'postid') ||
      hasColumns(tables, 'title', 'content', 'board', 'authoremail', 'votecount', 'createdat'),
    fields: { votes: { person_email: ['voteremail'] } },
    // Comments that await review, are spam or were archived are not public. Anonymous votes are only in the number of
    // votes.
    prepare:
      async () =>
      (table, { values }) =>
        (values.moderationstate === undefined || values.moderationstate === 'published') &&
        !(table.columns.has('voteremail') && values.voteremail === ''),
    countsUnnamedVotes: true,
  },
  canny: {
    label: 'Canny',
    detects: (tables) =>
      hasColumns(tables, 'authoruserid', 'boardname', 'score') ||
      hasColumns(tables, 'title', 'details', 'score', 'status') ||
      hasColumns(tables, 'postid', 'posttitle', 'boardname') ||
      hasColumns(tables, 'markdowndetails', 'plaintextdetails'),
    fields: {
      feedback: { votes: ['score', 'votes'], description: ['details', 'description'] },
      comments: { body: ['value', 'body'], parent_id: ['parentid', 'parentcommentid'] },
      customers: { author_external_id: ['userid'], author_id: ['id'] },
    },
    statuses: { open: 'in_review' },
  },
  featurebase: {
    label: 'Featurebase',
    detects: (tables) =>
      hasColumns(tables, 'postcategorycategory') ||
      hasColumns(tables, 'poststatusname', 'upvotes') ||
      hasColumns(tables, 'title', 'upvotes', 'commentcount') ||
      hasColumns(tables, 'submissionid', 'parentcomment') ||
      hasColumns(tables, 'boardid', 'upvotes', 'inreview') ||
      hasColumns(tables, 'postid', 'parentcommentid', 'inreview'),
    fields: {
      feedback: {
        board: ['postcategorycategory', 'postcategoryname', 'boardname', 'board', 'category'],
        board_id: ['postcategoryid', 'boardid', 'categoryid'],
        tags: ['posttags', 'tags'],
        author_name: ['userusername', 'authorname', 'author', 'user'],
        created_at: ['date', 'createdat', 'created'],
      },
      boards: { name: ['category', 'name'] },
      comments: {
        request_id: ['submissionid', 'submission', 'postid'],
        parent_id: ['parentcomment', 'parentcommentid', 'parentid'],
      },
      changelog: { published_at: ['publishedat', 'date'] },
    },
    // Comments that await moderation are not public, and comments on changelog entries are not imported.
    prepare:
      async () =>
      ({ columns }, { values }) => {
        if (columns.has('changelogid') && columns.has('content') && values.changelogid && !values.postid) return false
        if (values.inreview !== true) return true
        if (columns.has('title')) Object.assign(values, { poststatusname: 'pending', statusname: 'pending' })
        return columns.has('title')
      },
  },
  uservoice: {
    label: 'UserVoice',
    detects: (tables) =>
      tables.some(({ columns }) => columns.has('suggestiontitle') || columns.has('suggestionid')) ||
      hasColumns(tables, 'supporterscount', 'forumname'),
    fields: {
      feedback: {
        id: ['suggestionid', 'id'],
        title: ['suggestiontitle', 'title'],
        description: ['suggestionbody', 'body', 'text', 'description'],
        status: ['suggestionstatusname', 'statusname', 'status'],
        board: ['suggestionforumname', 'forumname', 'forum'],
        votes: [
          'suggestionsupporterscount',
          'suggestionsupportercount',
          'suggestionvotescount',
          'supporterscount',
          'votescount',
        ],
        tags: ['suggestionlabelsname', 'suggestionlabels', 'labels'],
        url: ['suggestionportalurl', 'portalurl', 'url'],
        created_at: ['suggestioncreatedtimestamp', 'suggestioncreatedat', 'createdat'],
        updated_at: ['suggestionupdatedtimestamp', 'updatedat'],
        author_id: ['suggestioncreatedbyid', 'suggestioncreatorid', 'creatorid'],
        author_name: ['suggestioncreatedbyname', 'suggestioncreatorname', 'creatorname'],
        author_email: [
          'suggestioncreatedbyemailaddress',
          'suggestioncreatoremailaddress',
          'suggestioncreatoremail',
          'creatoremail',
        ],
      },
      votes: {
        request_id: ['suggestionid'],
        person_id: ['userid'],
        created_at: ['supportercreatedtimestamp', 'createdtimestamp', 'createdat'],
      },
      comments: {
        id: ['commentid', 'id'],
        body: ['commentbody', 'commenttext', 'body', 'text'],
        created_at: ['commentcreatedtimestamp', 'createdtimestamp', 'createdat'],
      },
    },
    statuses: { declined: 'closed', 'will not implement': 'closed' },
  },
  // The download converts GitHub's API to the generic format (imports/github/).
  github: { label: 'GitHub', detects: () => false },
  csv: { label: 'CSV', detects: () => true },
  json: { label: 'JSON', detects: () => true },
}
