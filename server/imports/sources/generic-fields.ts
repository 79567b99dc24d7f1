// The normalized columns that an export of any product may have, the most specific first. The columns of a product come
// before them (definitions.ts).

/** The columns that a field may be read from, normalized, in this order. */
export type FieldNames = Record<string, string[]>

export type TableResource = 'boards' | 'tags' | 'customers' | 'feedback' | 'comments' | 'votes' | 'changelog'

const created = [
  'createdat',
  'created',
  'createdtimestamp',
  'createdon',
  'creationdate',
  'datecreated',
  'date',
  'timestamp',
  'submittedat',
]

const author = {
  author_id: ['authorid', 'userid', 'createdbyid', 'creatorid', 'submitterid'],
  author_email: [
    'authoremail',
    'authoremailaddress',
    'useremail',
    'useremailaddress',
    'createdbyemail',
    'creatoremail',
    'submitteremail',
    'email',
    'emailaddress',
  ],
  author_name: [
    'authorname',
    'author',
    'userdisplayname',
    'username',
    'createdbyname',
    'createdby',
    'creatorname',
    'creator',
    'submittername',
    'submitter',
    'user',
    'name',
  ],
  author_external_id: ['authoruserid', 'authorexternalid', 'externaluserid', 'externaluserexternalid', 'externalid'],
  author_is_staff: [
    'authorisadmin',
    'authorisstaff',
    'isteammember',
    'isstaff',
    'isadmin',
    'useradmin',
    'userisadmin',
    'isofficial',
  ],
}

const request = [
  'postid',
  'requestid',
  'suggestionid',
  'ideaid',
  'feedbackid',
  'submissionid',
  'post',
  'request',
  'suggestion',
  'idea',
]

export const genericFields: Record<TableResource, FieldNames> = {
  boards: {
    id: ['id', 'boardid', 'slug'],
    name: ['name', 'title', 'board', 'category', 'localizedname'],
    is_private: ['isprivate', 'private', 'accessadminonly'],
  },
  tags: { id: ['id', 'tagid'], name: ['name', 'tag', 'label'], color: ['color', 'colour'] },
  customers: {
    author_id: ['id', 'userid'],
    author_email: ['email', 'emailaddress', 'useremail', 'useremailaddress', 'externaluseremailaddress'],
    author_name: ['name', 'displayname', 'username', 'fullname', 'externalusername'],
    author_external_id: ['userid', 'externalid', 'externaluserid', 'externaluserexternalid'],
    author_is_staff: author.author_is_staff,
    company_id: ['companyid', 'accountid', 'accountexternalid'],
    company_name: ['companyname', 'company', 'accountname', 'account', 'organization', 'organizationname'],
    created_at: created,
  },
  feedback: {
    ...author,
    id: ['id', 'postid', 'requestid', 'suggestionid', 'ideaid', 'number'],
    title: ['title', 'subject', 'summary', 'headline', 'posttitle', 'name'],
    description: ['description', 'details', 'body', 'content', 'text'],
    status: ['statusname', 'poststatusname', 'status', 'poststatus', 'state', 'stage'],
    board: ['boardname', 'board', 'forumname', 'forum', 'boardslug', 'categoryname', 'category', 'product', 'project'],
    board_id: ['boardid', 'forumid'],
    board_is_private: ['boardisprivate', 'forumisprivate'],
    votes: ['votes', 'votecount', 'votescount', 'upvotes', 'upvotescount', 'score', 'supporters', 'supporterscount'],
    tags: ['tags', 'tagnames', 'labels', 'posttags'],
    url: ['url', 'htmlurl', 'posturl', 'portalurl', 'link', 'permalink', 'sourceurl'],
    created_at: created,
    updated_at: ['updatedat', 'updated', 'lastmodified', 'modifiedat'],
    comments: ['comments'],
    voters: ['voters', 'upvoters', 'supporterslist'],
  },
  votes: {
    request_id: request,
    person_id: ['voterid', 'userid', 'authorid', 'customerid', 'supporterid'],
    person_email: [
      'voteremail',
      'useremail',
      'useremailaddress',
      'authoremail',
      'customeremail',
      'email',
      'emailaddress',
    ],
    person_name: ['votername', 'voter', 'userdisplayname', 'username', 'authorname', 'customername', 'user', 'name'],
    person_external_id: ['voteruserid', 'voterexternalid', 'externaluserid', 'externalid'],
    person_is_staff: [],
    created_at: ['votedat', ...created],
  },
  comments: {
    ...author,
    id: ['id', 'commentid'],
    request_id: request,
    parent_id: ['parentid', 'parentcommentid', 'parentcomment', 'parent', 'replytoid', 'inreplyto'],
    body: ['body', 'content', 'value', 'text', 'comment', 'message', 'note'],
    is_internal: ['isprivate', 'private', 'isinternal', 'internal'],
    created_at: created,
    replies: ['replies'],
  },
  changelog: {
    id: ['id', 'entryid', 'changelogid'],
    title: ['title', 'name', 'subject'],
    body: [
      'markdowndetails',
      'markdowncontent',
      'body',
      'content',
      'details',
      'description',
      'text',
      'htmlcontent',
      'plaintextdetails',
    ],
    status: ['status', 'state'],
    tags: ['tags', 'labels', 'types', 'changelogcategories', 'categories'],
    published_at: ['publishedat', 'published', 'publishdate', 'releasedate', 'date'],
    created_at: created,
  },
}

/** The fields that a table of this kind must have: at least one of each list. */
export const requiredFields: Record<TableResource, string[][]> = {
  boards: [['name']],
  tags: [['name']],
  customers: [['author_email', 'author_id', 'author_external_id']],
  feedback: [['title']],
  comments: [['request_id'], ['body']],
  votes: [['request_id'], ['person_email', 'person_id', 'person_external_id', 'person_name']],
  changelog: [['title'], ['body']],
}

/** The names of tables, the most specific first. */
export const tableNames: [TableResource, RegExp][] = [
  ['votes', /votes?|voters?|supporters?|upvoters?/],
  ['comments', /comments?|notes?|replies/],
  ['changelog', /changelogs?|entries|announcements?|releasenotes/],
  ['customers', /users?|customers?|contacts?|people|members?|accounts/],
  ['tags', /tags?|labels?/],
  ['feedback', /posts?|ideas?|suggestions?|requests?|feedback|submissions?|features?|issues|discussions/],
  ['boards', /boards?|forums?|categories/],
]
