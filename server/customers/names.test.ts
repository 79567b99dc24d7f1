import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayName, resemblesTeam } from './names.ts'

const team = { workspaceName: 'Tidepool', memberNames: ['Mia Brandt', 'Ondřej Novák', 'Sam'] }
const accented = 'Mı\u0301a Bra\u0301ndt'

test('refuses names that resemble the team, its members or the workspace', () => {
  const lookalikes = [
    ...[
      'Mia Brandt (team)',
      'Team',
      'TEAM',
      'the  team ',
      'Tëam',
      'te@m',
      '7eam',
      'tEaM',
      'T e a m',
      'T.E.A.M.',
      'team24',
    ],
    ...[
      'tearn',
      'ｔｅａｍ',
      '𝓽𝓮𝓪𝓶',
      'ᴛᴇᴀᴍ',
      'ⓣⓔⓐⓜ',
      'Ada (t\u200beam)',
      't\u00adeam',
      't\u{e0061}eam',
      'tеаm',
      'ТЕАМ',
      'теам',
    ],
    ...['Admin', 'ADMlN', 'Adm1n', 'аdmіn', 'Administrator', 'Supp0rt', '5upport', 'SupportTeam', 'officialsupport'],
    ...[
      '$taff',
      'Ada, moderator',
      '✔ Official',
      'Équipe',
      'Kundenservice',
      'Техническая поддержка',
      'サポート担当',
      'ｻﾎﾟｰﾄ',
      '官方客服',
    ],
    ...[
      'Mia Brandt',
      'mia brandt',
      'MIA  BRANDT',
      'Brandt, Mia',
      'Mia K. Brandt',
      'MiaBrandt',
      'Міа Вrаndt',
      'Mla Brandt',
    ],
    ...['Mia Brandt ✓', 'M1a Brandt', 'Mia\u200b Brandt', 'Ｍｉａ Brandt', accented, 'Ondrej Novak', 'sam', 'Ѕаm'],
    ...[
      'Tidepool',
      'Mia from Tidepool',
      'Mia@Tidepool',
      'Tidep00l',
      'TidepooI',
      'TIDE POOL',
      'Тidероοl',
      'Tidepool.com',
      'tide\u200dpool',
    ],
    ...[
      '🆃🅴🅰🅼',
      'Mia 🅣🅔🅐🅜',
      '🇹🇪🇦🇲',
      '🇹 🇪 🇦 🇲',
      '🅰️dmin',
      '🅣🅘🅓🅔🅟🅞🅞🅛',
      'ᴀᴅᴍɪɴ',
      'Tidepoo丨',
      '丅eam',
      'Billing',
      'Security',
    ],
  ]
  for (const name of lookalikes) assert.ok(resemblesTeam(name, team), name)
})

test('accepts real names in many scripts', () => {
  const names = [
    ...[
      'Mia',
      'Mia Lopez',
      'Samantha',
      'Sam Brown',
      'Jean-Luc Falstaff',
      'Ada Lovelace',
      "Conan O'Brien",
      'X Æ A-12',
      'Bo',
    ],
    ...[
      'Nguyễn Thị Minh Khai',
      'Łukasz Żółć',
      'Ștefan Țăranu',
      'Zoë Björk',
      'Иван Петров',
      'Олена Ковальчук',
      'Γιώργος Παπαδόπουλος',
    ],
    ...['محمد الأمين', 'نرگس می‌دانم', 'דָּוִד כהן', 'प्रिया शर्मा', 'ක්‍රිෂාන්ත', 'தமிழ்ச்செல்வி', 'สมชาย ใจดี', 'ကျော်စွာ'],
    ...[
      '山田太郎',
      'カトウ ユキ',
      '王小明',
      '김민준',
      'გიორგი',
      'Հայկ',
      'ዳዊት',
      'བསྟན་འཛིན་རྒྱ་མཚོ',
      'A'.repeat(100),
      '🦊',
      '👩‍💻 Ada',
      'Ada 🇩🇪',
    ],
  ]
  for (const name of names) {
    assert.ok(!resemblesTeam(name, team), name)
    assert.equal(displayName(name), name.normalize('NFC'), name)
  }
})

test('allows a first name and parts of words that a short workspace name occurs in', () => {
  const short = { workspaceName: 'Ann', memberNames: ['Lee'] }
  for (const name of ['Annabel Wood', 'Leeroy', 'Lee Harper']) assert.ok(!resemblesTeam(name, short), name)
  for (const name of ['Ann', 'Ann Wood', 'lее']) assert.ok(resemblesTeam(name, short), name)
  assert.ok(!resemblesTeam('Ada', { workspaceName: '🌊', memberNames: ['…'] }))
})

test('removes what reorders, hides or stacks text from names', () => {
  assert.equal(displayName('\u202eadA\u202c \u2067B\u2069\u200e'), 'adA B')
  assert.equal(displayName(' Ada \t\n\u2028 Lovelace\u00a0'), 'Ada Lovelace')
  assert.equal(displayName('A\u200bd\u2060a\ufeff\u00ad\u034f\u{e0041}'), 'Ada')
  assert.equal(displayName(`Z${'\u0335\u0321\u034f\u0316'.repeat(20)}algo`), 'Z\u0335\u0321algo')
  for (const name of [
    null,
    '',
    '\u200b',
    '\u202e\u202c',
    '\u2800',
    '\u3164',
    '\u115f\u1160',
    '\u200d\u200c',
    '\u0301',
    '\u{e0041}\ufe0f',
    '\u00ad',
  ])
    assert.equal(displayName(name), null, JSON.stringify(name))
})

test('keeps joiners and selectors that scripts, emoji and flags need, and no others', () => {
  for (const name of ['👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥', '1️⃣', 'می‌خواهم', 'ශ්‍රී', '葛󠄀城', '🇩🇪'])
    assert.equal(displayName(name), name)
  assert.equal(displayName('A\u200dd\u200ca'), 'Ada')
  assert.equal(displayName('x\u{e0067}\ufe0f'), 'x')
})
