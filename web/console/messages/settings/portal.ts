import { defineMessages } from '#i18n/messages.ts'

/** Texts of the portal settings. */
export const portalMessages = defineMessages({
  about: 'The public pages where your customers submit requests, vote, and follow your progress.',
  view: 'View portal',
  newWindow: '(opens in a new window)',
  saved: 'The portal settings have been saved.',

  tabs: { general: 'General', 'sign-in': 'Sign-in', sso: 'Single sign-on', widget: 'Widget', domain: 'Domain' },
  pageTitles: {
    'sign-in': 'Portal sign-in',
    sso: 'Portal single sign-on',
    widget: 'Widget',
    domain: 'Portal domain',
  },

  visibility: 'Visibility',
  accesses: {
    public: { label: 'Public', help: 'Anyone can read the portal, and search engines can find it.' },
    private: {
      label: 'Customers only',
      help: 'Only people you let in can sign in and read the portal. Choose them on the “Sign-in” tab.',
    },
  },
  sections: 'Sections',
  sectionNames: { showsRequests: 'Requests', showsRoadmap: 'Roadmap', showsChangelog: 'Changelog' },
  sectionHelp: {
    showsRequests: 'Approved open requests on public boards.',
    showsRoadmap: 'Roadmap items whose request is visible.',
    showsChangelog: 'Published entries and their feeds.',
  },
  nothingShown: 'The portal is empty',
  nothingShownText:
    'With all three sections off, visitors see a page that says there’s nothing here. Links in emails won’t work.',

  people: 'Names and branding',
  showsGivenNames: 'Show names that customers didn’t enter themselves',
  showsGivenNamesHelp:
    'Names that customers enter on the portal, and names from your product’s sign-in tokens, are always shown. Turn this on to also show the names that your team, your imports, and the API gave to customers. While it’s off, those customers appear as “Customer”.',
  showsBranding: 'Show “Powered by Heed”',
  showsBrandingHelp: 'In the footer of every page.',

  signIn: 'Who can sign in',
  signInText:
    'While the portal is for customers only, these people can sign in: customers who come from your product with a token, customers your team has added, team members, and everyone listed here. People known only through the API can’t.',
  allowedDomains: 'Email domains',
  allowedDomainsHelp:
    'One domain per line, such as acme.com. Everyone with an address there can sign in. Subdomains don’t count.',
  allowedEmails: 'Email addresses',
  allowedEmailsHelp: 'One address per line.',
  allowListSaved: 'The list of people who can sign in has been saved.',

  address: 'Address',
  host: 'Custom domain',
  hostHelp: 'Leave empty to use {url}.',
  hostSteps: 'A custom domain needs:',
  hostProof: 'A TXT record that proves it’s yours. You’ll see it here once you’ve saved the domain.',
  hostDns: 'A CNAME record in your DNS that points the domain to {server}.',
  hostProxy:
    'A certificate for the domain at the proxy in front of Heed. The proxy must pass the domain on in the Host header.',
  hostDocs: 'docs/operations/portal.md has examples for Caddy and nginx.',

  domain: {
    title: 'Domain verification',
    state: {
      pending: 'Waiting for the TXT record',
      verified: 'Verified',
      missing: 'TXT record missing',
    },
    about: {
      pending:
        'Add this TXT record to the DNS of {host}. The portal is available there once Heed has found the record. Heed looks every ten minutes for three days, then daily.',
      verified: 'The portal is available at {host}. Keep this TXT record: Heed looks for it every day.',
      missing: 'Add this TXT record to the DNS of {host} again, or the portal will stop being available there.',
    },
    servedUntil: 'Available until',
    checkedAt: 'Last checked',
    name: 'Name',
    copyName: 'Copy name',
    value: 'Value',
    copyValue: 'Copy value',
    check: 'Check now',
    checked: {
      verified: 'The domain is verified.',
      pending: 'The TXT record wasn’t found. A new record can take an hour or more to appear.',
      missing: 'The TXT record wasn’t found. A new record can take an hour or more to appear.',
      failed: 'The domain’s DNS didn’t respond. Try again in a few minutes.',
      conflict: 'This name also has another portal’s TXT record. Remove that record from your DNS and check again.',
    },
  },

  sso: 'Single sign-on',
  ssoText:
    'People signed in to your product are signed in to the portal too. Your server signs a token (JWT, HS256) that says who they are.',
  noSecret: 'Without a secret, no token is accepted. People sign in with an emailed code.',
  createSecret: 'Create secret',
  secret: 'Secret',
  created: 'Created',
  show: 'Show secret',
  showHelp: 'Showing the secret is recorded in the audit log.',
  copySecret: 'Copy secret',
  secretWarning: 'Keep it on your server. Anyone who has it can sign in as any of your customers.',
  previousWorksUntil: 'The previous secret works until',
  previousEnded: 'The previous secret no longer works.',
  rotate: 'Rotate…',
  rotateTitle: 'Rotate the secret',
  rotateText:
    'Creates a new secret. The old one keeps working for a while, so that sign-ins don’t fail. When it stops working, customers it signed in are signed out.',
  overlap: 'The old secret keeps working for',
  overlaps: {
    '0': { label: 'Stop immediately', help: 'If the secret has leaked. Customers it signed in are signed out.' },
    '1': { label: 'One hour', help: 'Enough for one deployment.' },
    '24': { label: 'One day', help: '' },
    '168': { label: 'One week', help: '' },
  },
  rotateConfirm: 'Create new secret',
  previousSecrets: 'Previous secrets that still work',
  worksUntil: 'Works until',
  revoke: 'Revoke now…',
  revokeTitle: 'Revoke the old secret now?',
  revokeText: 'Tokens signed with it will be rejected immediately, and customers it signed in will be signed out.',
  revokeConfirm: 'Revoke',
  revoked: 'The previous secret no longer works.',
  claims: 'Token claims',
  claimsText: {
    sub: 'Your own ID for the customer, as in the API.',
    email: 'Their email address. Include it only if you’ve verified it: it identifies the customer who has it.',
    name: 'Their name, if you know it.',
    aud: 'The audience: this workspace.',
    exp: 'When the token expires, in Unix seconds. Use ten minutes or less. More than an hour is rejected.',
    iat: 'When the token was issued, in Unix seconds.',
    jti: 'A random string. Each token works once.',
  },
  audienceChanges: 'It changes with the workspace’s slug, so update your product when you change the slug.',
  snippet: 'In Node.js',
  copySnippet: 'Copy code',
  postTo: 'The customer’s browser posts the token to',
  postFrom:
    'If the form is on a site that isn’t an allowed origin of the widget, customers are asked to confirm who they are.',
  copyUrl: 'Copy URL',

  proxyTitle: 'Heed doesn’t see your visitors’ addresses',
  proxyTexts: {
    https:
      'This server has an https address, so there is a proxy in front of it, but TRUSTED_PROXIES is not set. All visitors count as one, and lock each other out of signing in.',
    forwarded:
      'Requests pass through a proxy, but TRUSTED_PROXIES is not set. All visitors behind it count as one, and lock each other out of signing in.',
  },
  proxyAdvice: 'Ask your server’s administrator to set TRUSTED_PROXIES. docs/operations/configure.md explains how.',

  sessions: 'Sign-ins',
  sessionsText: 'Customers stay signed in to the portal for up to 180 days.',
  signEveryoneOut: 'Sign everyone out…',
  signEveryoneOutTitle: 'Sign out all customers?',
  signEveryoneOutText:
    'Every customer is signed out of the portal and the widget, in every browser. Nothing is deleted.',
  signEveryoneOutConfirm: 'Sign everyone out',
  everyoneSignedOut:
    '{count, plural, =0 {No one was signed in.} one {# session has been ended.} other {# sessions have been ended.}}',

  widget: 'Widget',
  widgetText: 'A button on your own site that opens requests, votes, and the latest changelog entries.',
  origins: 'Allowed origins',
  originsHelp:
    'One origin per line, such as https://app.example.com. Plain HTTP works only for localhost. Leave empty to turn the widget off.',
  legal: 'Legal pages',
  legalText:
    'Linked in the footer of the portal, on its sign-in page, in the widget, and in emails to your customers. Leave a field empty to show no link.',
  privacyUrl: 'Privacy policy',
  termsUrl: 'Terms',
  imprintUrl: 'Imprint',
  originsSaved: 'The allowed origins have been saved.',
  embed: 'Add this code to each page',
  copyEmbed: 'Copy code',
  embedText: 'The token identifies the workspace. It isn’t secret.',
  renewToken: 'Renew token…',
  renewTokenTitle: 'Renew the widget token?',
  renewTokenText: 'Pages with the old token stop working right away, until you add the new one.',
  renewTokenConfirm: 'Renew token',
  tokenRenewed: 'The widget has a new token. Add it to your pages.',
})
