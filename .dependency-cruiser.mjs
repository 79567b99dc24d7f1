import { buildTools } from './bin/installation.mjs'

// The features that each feature may import, besides the platform, events and the row types of tables.ts. A pair that stands in
// both lists is a two-way import; the comment says why. The surfaces (console, cli, app.ts, worker.ts) may import all.
const features = {
  // A member’s workspaces have logos.
  // Recovering an account ends what apps may do for it.
  accounts: ['apps', 'audit', 'files', 'workspaces'],
  'api-keys': ['audit'],
  apps: ['audit'],
  credentials: ['api-keys', 'apps'],
  // An archive holds uploaded files, and an imported webhook gets a secret. An import counts the customers that it adds.
  archives: ['audit', 'customers', 'files', 'webhooks'],
  audit: [],
  // A board or tag stays while a scheduled entry emails its people.
  backup: [],
  boards: ['audit', 'notifications'],
  // Publishing announces an entry and can complete its linked requests; an announcement reads the entry it mails.
  changelog: ['audit', 'customers', 'feedback', 'notifications', 'roadmap', 'tags'],
  // Deleting a comment keeps the evidence of its reports, and deciding about a report can remove a comment.
  comments: [
    'audit',
    'boards',
    'changelog',
    'customers',
    'edits',
    'feedback',
    'follows',
    'inbox',
    'notifications',
    'reports',
  ],
  // A request has a submitter; deleting a customer deletes or anonymizes their requests and comments.
  customers: ['accounts', 'audit', 'comments', 'feedback', 'notifications', 'roadmap'],
  // Requests and comments record their edits, and a reviewed edit changes a request or comment.
  edits: ['audit', 'comments', 'customers', 'feedback'],
  // A stage change records an event; a digest reads the request that it reports. A page shows whether the viewer
  // follows. A stage change moves the roadmap item, and its event shows the item.
  // A merge moves the tracker link, and its event shows the link.
  // A request has an owner, who is notified, and the team's tags.
  feedback: [
    'audit',
    'boards',
    'customers',
    'edits',
    'follows',
    'inbox',
    'members',
    'notifications',
    'reports',
    'roadmap',
    'tags',
    'tracker',
  ],
  // Who may read a file depends on the requests that refer to it. The plan limits the space.
  files: ['audit', 'feedback', 'workspaces'],
  follows: ['audit', 'customers', 'feedback'],
  // What the command `doctor` and the status page check.
  diagnostics: ['backup'],
  // Every verb that changes something records an event.
  events: [],
  housekeeping: [],
  // An import writes requests, their roadmap items and tags in large batches, and counts the customers that it adds.
  imports: ['archives', 'audit', 'customers', 'feedback', 'roadmap', 'tags'],
  // Assigning a request notifies its owner; an inbox counts what waits for review. Its mail is sent like notifications.
  inbox: ['audit', 'feedback', 'notifications'],
  // A member's apps end with their membership.
  members: ['accounts', 'apps', 'audit'],
  // Tools call operations by their routes, in this process, and know no feature.
  mcp: [],
  // A customer's page shows their mail preferences; a fan-out reads who is subscribed.
  notifications: ['audit', 'changelog', 'customers', 'feedback', 'follows', 'workspaces'],
  overview: ['feedback', 'notifications', 'workspaces'],
  portal: [
    'accounts',
    'api-keys',
    'audit',
    'boards',
    'changelog',
    'comments',
    'customers',
    'edits',
    'feedback',
    'files',
    'follows',
    'notifications',
    'reports',
    'roadmap',
    'votes',
    // What customers read for each stage.
    'workspaces',
  ],
  reports: ['audit', 'comments', 'customers', 'feedback'],
  retention: ['audit', 'customers'],
  'saved-views': ['audit'],
  // Moving an item chooses whether to notify people.
  roadmap: ['audit', 'boards', 'feedback', 'notifications'],
  tags: ['audit', 'notifications'],
  tracker: ['audit', 'feedback'],
  votes: ['audit', 'customers', 'feedback', 'follows'],
  // An owner or admin is told by mail that a webhook was disabled.
  webhooks: ['accounts', 'audit'],
  // A digest counts what the overview and the insights count.
  'weekly-digest': ['audit', 'feedback', 'insights', 'notifications', 'overview', 'workspaces'],
  // The summary counts what a workspace has; a new workspace gets its first board.
  workspaces: ['audit', 'boards', 'customers', 'feedback', 'roadmap'],
}

const featureRules = Object.entries(features).map(([feature, allowed]) => ({
  name: `features-of-${feature}`,
  comment: `${feature} may only import the features listed for it at the top of this file.`,
  severity: 'error',
  from: { path: `^server/${feature}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^server/(?!(${[feature, 'platform', 'events', ...allowed].join('|')})/|tables\\.ts$)` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types may refer to each other; code that runs may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(?!platform/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-knows-no-feature-types',
      comment: 'Only the row types, which the database handle carries.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(?!platform/|tables\\.ts)' },
    },
    {
      name: 'routes-are-for-the-app',
      comment: "Features use one another's verbs and queries, never their routes.",
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '^server/(?!platform/|portal/|test/).*/routes\\.ts$' },
    },
    {
      name: 'sso-secrets-are-for-sign-in',
      comment: 'The module returns secrets in plain text without a permission check.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/portal/auth/sso/|\\.test\\.ts$' },
      to: { path: '^server/portal/settings/active-sso-secrets\\.ts$' },
    },
    {
      name: 'only-tests-import-test-code',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/test/|\\.test\\.ts$' },
      to: { path: '^server/test/|\\.test\\.ts$' },
    },
    {
      name: 'the-client-knows-only-itself',
      comment: 'It is a package of its own without dependencies, for any runtime.',
      severity: 'error',
      from: { path: '^clients/typescript/src/' },
      to: { pathNot: '^clients/typescript/src/' },
    },
    {
      name: 'nothing-imports-the-client',
      severity: 'error',
      from: { path: '^(server|web|bench|cluster|i18n)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'nothing-imports-the-command-line',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(cli|test)/' },
      to: { path: '^server/cli/' },
    },
    {
      name: 'the-server-knows-no-page',
      comment: 'Pages are built separately and loaded by path.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'the-kit-knows-no-page-and-no-data',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^(web/(?!ui/)|server/(?!console/))' },
    },
    {
      name: 'the-kit-knows-only-types-of-the-console',
      comment: 'What an action returns is declared where it is returned.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^server/console/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      comment: 'The exception contains only types, which nothing resolves at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@octokit/openapi-types$' },
    },
    {
      name: 'declared-dependencies-only',
      comment: '`npm ci --omit=dev` installs everything that the server and the commands load.',
      severity: 'error',
      from: { path: '^(server|i18n)/|^bin/build-web', pathNot: '\\.test\\.ts$|^server/test/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'build-tools-only',
      comment: 'Where Heed only runs, a build of the pages has only these packages (bin/installation.mjs).',
      severity: 'error',
      from: { path: '^web/|^bin/build-', pathNot: '\\.test\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: `^node_modules/(@types|${buildTools.join('|')})/`,
      },
    },
    ...featureRules,
  ],
  options: {
    doNotFollow: {
      path: 'node_modules',
    },
    exclude: {
      path: '^(web/(build|\\.react-router)|clients/typescript/(dist|runtimes))/',
    },
    tsPreCompilationDeps: true,
    tsConfig: {
      fileName: 'tsconfig.json',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
