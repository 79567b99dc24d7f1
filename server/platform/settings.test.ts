import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSender } from './mail/sender.ts'
import { parseSmtpUrl } from './mail/smtp-url.ts'
import { readSettings, SettingsError } from './settings.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env)
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.problems
  }
}

test('defaults to writing mail to files, no mail rate limit, and all roles in one process', () => {
  const { smtpUrl, smtpRate, smtpConnections, mailFrom, role } = readSettings({})
  assert.deepEqual([smtpUrl, smtpRate, smtpConnections, mailFrom, role], [null, null, 5, null, 'all'])
})

test('reads rate, connections, role and log level, and rejects any other value', () => {
  const { smtpRate, smtpConnections, role } = readSettings({ SMTP_RATE: '14', SMTP_CONNECTIONS: '50', ROLE: 'web' })
  assert.deepEqual([smtpRate, smtpConnections, role], [14, 50, 'web'])
  for (const [name, values] of [
    ['SMTP_RATE', ['0', '10001', '1.5', '-1', 'fast', '1e3']],
    ['SMTP_CONNECTIONS', ['0', '51', 'many']],
    ['ROLE', ['worker', 'WEB']],
    ['LOG_LEVEL', ['loud']],
    ['WEB_PROCESSES', ['0', '17', 'all', '1.5', '-1']],
  ] as const) {
    for (const value of values) {
      const [problem, ...more] = problemsOf({ [name]: value })
      assert.ok(problem?.startsWith(`${name} must be `), `${name}=${value}: ${problem}`)
      assert.deepEqual(more, [])
    }
  }
})

test('reads the number of web processes, and offers auto for other values', () => {
  assert.equal(readSettings({ WEB_PROCESSES: '3' }).webProcesses, 3)
  assert.equal(readSettings({ WEB_PROCESSES: '16' }).webProcesses, 16)
  for (const env of [{}, { WEB_PROCESSES: 'auto' }]) assert.equal(readSettings(env, 8).webProcesses, 7)
  assert.equal(readSettings({}, 2).webProcesses, 1)
  assert.equal(readSettings({ HEED_DEV: '1' }, 8).webProcesses, 1)
  assert.match(
    problemsOf({ WEB_PROCESSES: 'many' })[0]!,
    /must be auto or a whole number from 1 to \d+; it is "many"\./,
  )
})

const plain = { isImplicitTls: false, isTlsRequired: false, isCertificateChecked: true, credentials: null, name: null }
const ada = { user: 'ada@example.com', password: 's/e#c%r?t' }
const at = 'ada%40example.com:s%2Fe%23c%25r%3Ft@'

for (const [url, server] of [
  ['smtp://mail.example.com', { ...plain, host: 'mail.example.com', port: 587 }],
  ['smtps://Mail.Example.com/', { ...plain, host: 'mail.example.com', port: 465, isImplicitTls: true }],
  ['smtp://localhost:1025', { ...plain, host: 'localhost', port: 1025 }],
  ['smtp://[2001:db8::1]:25', { ...plain, host: '2001:db8::1', port: 25 }],
  ['smtp://bücher.example:25', { ...plain, host: 'xn--bcher-kva.example', port: 25 }],
  [`smtp://${at}mail:25`, { ...plain, host: 'mail', port: 25, credentials: ada, isTlsRequired: true }],
  [`smtp://${at}127.0.0.1:25`, { ...plain, host: '127.0.0.1', port: 25, credentials: ada }],
  [`smtp://${at}[::1]:25`, { ...plain, host: '::1', port: 25, credentials: ada }],
  [`smtp://${at}localhost:25`, { ...plain, host: 'localhost', port: 25, credentials: ada }],
  [
    `smtp://${at}localhost.example.com:25`,
    { ...plain, host: 'localhost.example.com', port: 25, credentials: ada, isTlsRequired: true },
  ],
  [`smtp://${at}mail:25?requireTLS=false`, { ...plain, host: 'mail', port: 25, credentials: ada }],
  ['smtp://mail:25?requireTLS=true', { ...plain, host: 'mail', port: 25, isTlsRequired: true }],
  [
    'smtp://mail:25?rejectUnauthorized=false&name=app.example.com',
    { ...plain, host: 'mail', port: 25, isCertificateChecked: false, name: 'app.example.com' },
  ],
] as const) {
  test(`SMTP_URL=${url} means ${server.host}, port ${server.port}, with the right TLS settings`, () => {
    assert.deepEqual(problemsOf({ SMTP_URL: url }), [])
    assert.deepEqual(parseSmtpUrl(url), server)
  })
}

test('reports an invalid SMTP_URL without its user and password', () => {
  for (const [url, words] of [
    ['mail.example.com', /begins with smtp:\/\/ or smtps:\/\//],
    ['https://mail.example.com', /begins with/],
    ['smtp:mail.example.com', /has no host name.*form smtp:\/\/user/],
    ['smtp://', /has no host name/],
    ['smtp://user@mail.example.com', /both a user and a password/],
    ['smtp://:hunter2@mail.example.com', /both a user and a password/],
    ['smtp://ada:hunter2#x@mail.example.com', /%23 for #/],
    ['smtp://ada:hunter2/x@mail.example.com', /%2F for \//],
    ['smtp://ada:hunter2?x@mail.example.com', /%3F for \?/],
    ['smtp://ada:hunter2%@mail.example.com', /%25 for %/],
    ['smtp://ada:12#hunter2@mail.example.com', /%23 for #/],
    ['smtp://ada:12?hunter2@mail.example.com', /%3F for \?/],
    [
      'smtp://mail.example.com?pool=true',
      /unknown parameter pool\. Known parameters: requireTLS, rejectUnauthorized, name/,
    ],
    ['smtp://mail.example.com?toString=1', /unknown parameter toString/],
    ['smtp://mail.example.com?hunter2-x=1', /unknown parameter\. /],
    ['smtp://mail.example.com?requireTLS=yes', /requireTLS must be true or false/],
    ['smtp://mail.example.com?rejectUnauthorized=0', /rejectUnauthorized must be true or false/],
    ['smtp://mail.example.com?name=a%0D%0Ab', /name must be a domain/],
  ] as const) {
    const [problem, ...more] = problemsOf({ SMTP_URL: url })
    assert.match(problem ?? '', words, url)
    assert.ok(problem!.startsWith('SMTP_URL'))
    assert.doesNotMatch(problem!, /hunter2|ada/)
    assert.deepEqual(more, [])
  }
  assert.equal(problemsOf({ SMTP_URL: 'smtp://mail?pool=1&logger=1&requireTLS=1' }).length, 3)
})

test('accepts MAIL_FROM as an address with or without a name', () => {
  for (const [mailFrom, address, name] of [
    ['news@example.com', 'news@example.com', null],
    ['<news@example.com>', 'news@example.com', null],
    ['Acme, Inc. <news@example.com>', 'news@example.com', 'Acme, Inc.'],
    ['"Acme, Inc." <news@example.com>', 'news@example.com', 'Acme, Inc.'],
    ['Søren <news@example.com>', 'news@example.com', 'Søren'],
    ['heed@localhost', 'heed@localhost', null],
  ] as const) {
    assert.deepEqual(resolveSender(readSettings({ MAIL_FROM: mailFrom })), { address, name })
  }
  for (const mailFrom of [
    'news',
    'Acme',
    'Acme <news>',
    'Acme news@example.com',
    'news@example.com, eve@example.com',
    'Acme <news@example.com> <eve@example.com>',
    'Acme\r\nBcc: eve@example.com <news@example.com>',
    'news@example.com\nBcc: eve@example.com',
    'Acme <news@exa\r\nmple.com>',
  ]) {
    const [problem, ...more] = problemsOf({ MAIL_FROM: mailFrom })
    assert.ok(problem?.startsWith('MAIL_FROM must be an address'), mailFrom)
    assert.deepEqual(more, [])
  }
})

test('defaults to public addresses only and to the public APIs of trackers', () => {
  const { outboundAllow, trustedProxies, linearClient, trackerApiUrls } = readSettings({})
  assert.deepEqual([outboundAllow, trustedProxies], [[], []])
  assert.equal(linearClient, null)
  assert.deepEqual(trackerApiUrls, { linear: null, github: null, jira: null })
})

test('reads OUTBOUND_ALLOW as networks separated by commas or spaces, and names each invalid one', () => {
  const { outboundAllow } = readSettings({ OUTBOUND_ALLOW: '10.1.0.0/16, fd00::/8 192.168.1.7/32,' })
  assert.deepEqual(outboundAllow, ['10.1.0.0/16', 'fd00::/8', '192.168.1.7/32'])
  assert.deepEqual(problemsOf({ OUTBOUND_ALLOW: '10.1.0.0/16,10.1.2.3,::/129,jira.internal/8' }), [
    'OUTBOUND_ALLOW: "10.1.2.3" is not a network such as 10.1.0.0/16 or fd00::/8.',
    'OUTBOUND_ALLOW: "::/129" is not a network such as 10.1.0.0/16 or fd00::/8.',
    'OUTBOUND_ALLOW: "jira.internal/8" is not a network such as 10.1.0.0/16 or fd00::/8.',
  ])
})

test('requires both id and secret of the Linear client, without repeating the secret', () => {
  const { linearClient } = readSettings({ LINEAR_CLIENT_ID: ' id ', LINEAR_CLIENT_SECRET: 'secret' })
  assert.deepEqual(linearClient, { id: 'id', secret: 'secret' })
  const together = 'LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET belong together. Set both or neither.'
  assert.deepEqual(problemsOf({ LINEAR_CLIENT_ID: 'id' }), [together])
  assert.deepEqual(problemsOf({ LINEAR_CLIENT_ID: '', LINEAR_CLIENT_SECRET: 'hunter22' }), [together])
})

test('accepts an API address for each tracker and rejects anything else', () => {
  for (const [name, member] of [
    ['LINEAR_API_URL', 'linear'],
    ['GITHUB_API_URL', 'github'],
    ['JIRA_API_URL', 'jira'],
  ] as const) {
    const url = 'https://tracker.example.com/api/v3'
    assert.equal(readSettings({ [name]: url }).trackerApiUrls[member], url)
    for (const value of ['tracker.example.com', 'ftp://tracker.example.com']) {
      assert.deepEqual(problemsOf({ [name]: value }), [`${name} must be a URL that begins with https:// or http://.`])
    }
  }
})

test('reads the replica and the most that it may be behind', () => {
  const [primary, replica] = ['postgres://heed@one/heed', 'postgres://heed@two/heed']
  const { databaseReadUrl, databaseReadMaxLagSeconds } = readSettings({
    DATABASE_URL: primary,
    DATABASE_READ_URL: replica,
  })
  assert.deepEqual([databaseReadUrl, databaseReadMaxLagSeconds], [replica, 5])
  assert.match(problemsOf({ DATABASE_READ_URL: replica })[0]!, /belongs to DATABASE_URL/)
  assert.match(problemsOf({ DATABASE_READ_MAX_LAG_SECONDS: '1' })[0]!, /from 2 to 300/)
})

test('reads DATABASE_DIRECT_URL, which belongs to another DATABASE_URL', () => {
  const [pooler, direct] = ['postgres://heed@localhost:6432/heed', 'postgres://heed@localhost:5432/heed']
  const read = (env: Record<string, string>) => readSettings(env).databaseDirectUrl
  assert.equal(read({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }), direct)
  assert.equal(read({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct }), null)
  assert.equal(read({ DATABASE_URL: direct }), null)
  assert.match(problemsOf({ DATABASE_DIRECT_URL: direct })[0]!, /belongs to DATABASE_URL/)
  assert.match(
    problemsOf({ DATABASE_URL: direct, DATABASE_DIRECT_URL: 'mysql://x' })[0]!,
    /DATABASE_DIRECT_URL must be/,
  )
})
