import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

/** Threads about teams, integrations and the mobile beta. */
export const otherThreads: DemoThread[] = [
  {
    on: 'Time-off balances',
    comments: [
      {
        from: 'Naledi Mokoena',
        after: 2,
        text: "Volunteers don't have a balance. Please let us leave it empty, and don't show it as zero.",
      },
      {
        from: 'Leah Goldberg',
        after: 5,
        text: 'Part-timers with alternating weeks are the tricky case: 3 days one week, 2 the next.',
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 1,
            text: 'We track it in hours and show it in days, so both work out.',
          },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: "We've started. Carryover is included, and expiration dates will follow a bit later.",
      },
      {
        from: 'Sandra Meier',
        after: 4,
        text: "No rush. I've been using that spreadsheet for six years.",
      },
    ],
  },
  {
    on: 'Separate calendars for rooms and equipment',
    comments: [
      {
        from: 'Megan Doyle',
        after: 1,
        text: 'Capacity and equipment filters would be great, like "room for eight with a screen."',
      },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Rooms and equipment are out in 4.2, and they don't need a seat. If you used a person
          for a room, support can convert it for you.`,
      },
      { from: 'Stefan Graf', after: 2, text: "Meeting Room 2 has left the company. We didn't get him a card." },
    ],
  },
  {
    on: 'SAML single sign-on',
    comments: [
      { from: 'Ian Forsyth', after: 4, text: "OpenID Connect would work for us too, if that's easier." },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: 'Philip, would you be up for testing with Entra ID? We have Okta and Keycloak working.',
      },
      { from: 'Philip Crane', after: 1, text: 'Sure. We have a test directory with 20 fake users.' },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: "Available in 4.6 on all plans. We don't think secure sign-in should cost extra.",
      },
      { from: 'Ian Forsyth', after: 1, text: 'More vendors should think this way. Thanks.' },
    ],
  },
  {
    on: 'Hide sick leave from coworkers',
    comments: [
      { staff: 'Ingrid Solheim', after: 1, text: "You're right. We're treating this as a bug." },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`As of today, coworkers see "Away" for every type of time off. Only people who approve
          time off can see the type.`,
      },
      { from: 'Miriam Adler', after: 1, text: "Thank you! The works council is happy, which doesn't happen often." },
    ],
  },
  {
    on: 'Nonprofit pricing',
    comments: [
      { from: 'Ana Lucía Torres', after: 4, text: "We run a food bank and we're in the same boat." },
      {
        staff: 'Tomás Rivera',
        after: 2,
        text: "Email us, both of you. There's no official plan yet, but we'll work something out.",
      },
      {
        staff: 'Tomás Rivera',
        after: 0.1,
        isNote: true,
        text: prose`Gave them both 70% off for a year. We should have a page for this, it's the fourth
          request this quarter.`,
      },
    ],
  },
  {
    on: 'Batch email notifications',
    comments: [
      { from: 'Kwame Boateng', after: 2, text: 'Got 31 of these when the last schedule went out.' },
      {
        from: 'Jorge Salinas',
        after: 6,
        text: 'I set up a filter that deletes them all. Now I miss shifts.',
      },
    ],
  },
  {
    on: 'Shift swaps',
    comments: [
      {
        from: 'Adaeze Obi',
        after: 3,
        text: "Only between people with the same qualifications! A trainee can't cover a night shift alone.",
      },
      { from: 'Thabo Nkosi', after: 1, text: 'True. The shift lead should have a day to say no.' },
      {
        staff: 'Ingrid Solheim',
        after: 3,
        text: prose`Got it, thanks. Would you two have half an hour for a call? I'd like to see how you do
          this in the group chat.`,
      },
    ],
  },
  {
    on: 'Two-way sync with Google Calendar',
    comments: [
      { from: 'Daniel Okafor', after: 1, text: 'This is the big one for us.' },
      { from: 'Freya Madsen', after: 3, text: 'Private events should only sync as "Busy."' },
      {
        from: 'Dylan Pierce',
        after: 6,
        text: 'What happens if I change both at the same time?',
        replies: [
          {
            staff: 'Kofi Mensah',
            after: 1,
            text: prose`The later change wins, and the other one is kept in the event history. Nothing gets
          dropped silently.`,
          },
          { from: 'Dylan Pierce', after: 0.2, text: 'Better answer than I get from most vendors.' },
        ],
      },
      {
        staff: 'Kofi Mensah',
        after: 'started',
        text: prose`We've started, and we're being careful, since a bug here would mess up real calendars.
          We're testing it on our own company first.`,
      },
      { from: 'Emily Hartley', after: 7, text: "How's the test going?" },
      {
        staff: 'Kofi Mensah',
        after: 1,
        text: prose`Good! Six weeks, 14,000 events, and two bugs, both with events that last exactly one
          day. It'll be in the next release.`,
      },
      {
        staff: 'Kofi Mensah',
        after: 0.2,
        isNote: true,
        text: prose`Roll out in 10% steps. Watch the quota: 40 requests per event per day is too close to
          the limit.`,
      },
      { from: 'Hye-jin Park', after: 2, text: 'Can’t wait!' },
    ],
  },
  {
    on: 'Outlook add-in: insert my availability in an email',
    comments: [
      {
        from: 'Karin Wallner',
        after: 2,
        text: 'Please support the new Outlook and the web version. IT removed the old one here.',
      },
      {
        from: 'Peter Lindgren',
        after: 4,
        text: 'If a time gets taken in the meantime, the link should say so and suggest another one.',
      },
      {
        staff: 'Kofi Mensah',
        after: 'planned',
        text: prose`This is planned. Links will check availability when they're opened and offer the
          closest open time. We'll start once Google sync is out.`,
      },
    ],
  },
  {
    on: 'Slack: show who’s away today',
    comments: [
      {
        from: 'Tobias Fuchs',
        after: 2,
        text: 'Opt-in per person, please. Not everyone wants a status that says where they are.',
      },
      {
        staff: 'Kofi Mensah',
        after: 'started',
        text: prose`It will be. Nothing is set unless you connect your own account, and the channel
          message only lists names.`,
      },
      { staff: 'Kofi Mensah', after: 'shipped', text: 'Out now in 4.8: Settings → Integrations → Slack.' },
      {
        from: 'Dylan Pierce',
        after: 1,
        text: 'Took two minutes to set up. Nobody has asked me where Laura is since Tuesday.',
      },
      { from: 'Karin Wallner', after: 2, text: 'Now do Teams :)' },
    ],
  },
  {
    on: 'Webhooks for bookings',
    comments: [
      { from: 'Nikhil Rao', after: 1, text: 'Please include a timestamp in the signature so we can reject old ones.' },
      { from: 'Rasmus Holm', after: 3, text: 'And a log of recent deliveries with a resend button.' },
      {
        staff: 'Kofi Mensah',
        after: 'planned',
        text: 'Both are planned. Order will be guaranteed per booking, not across bookings.',
      },
    ],
  },
  {
    on: 'Duplicate events from Google import',
    comments: [
      { from: 'Freya Madsen', after: 1, text: 'I have 14 copies of one dentist appointment.' },
      {
        staff: 'Kofi Mensah',
        after: 2,
        text: "The same event comes in under two addresses. We'll match them by the ID they share.",
      },
      {
        staff: 'Kofi Mensah',
        after: 'shipped',
        text: 'Fixed in 4.7.2. Existing duplicates will be removed at the next sync, within an hour.',
      },
    ],
  },
  {
    on: 'Outlook events show up without a title',
    comments: [
      {
        staff: 'Kofi Mensah',
        after: 1,
        text: prose`That's probably the "limited details" permission. Ask your admin to grant "full
          details" on that calendar.`,
      },
      {
        from: 'Monique Lefebvre',
        after: 2,
        text: prose`C’était bien ça, merci ! Works for me now. Two of my coworkers still have the problem
          with the same setting, though.`,
      },
    ],
  },
  {
    on: 'API: idempotency keys for bookings',
    comments: [
      { from: 'Amit Shalev', after: 1, text: '+1. We get about three double bookings a month because of this.' },
      {
        staff: 'Kofi Mensah',
        after: 2,
        text: "Agreed, the API should have this. It can ship before webhooks. I'll look into when.",
      },
    ],
  },
  {
    on: 'LINEで予約のリマインダーを送りたい',
    comments: [
      { from: '佐藤 美咲', after: 3, text: '当店もぜひお願いします。お客様から毎日のように聞かれます。' },
      {
        staff: 'Tomás Rivera',
        after: 2,
        text: 'ありがとうございます。SMSとあわせて検討しています。公式アカウントはお持ちでしょうか。',
      },
      { from: '鈴木 大輔', after: 1, text: 'はい、すでに持っています。' },
    ],
  },
  {
    on: 'Notifications arrive 30 minutes late',
    comments: [
      { from: 'Deepa Nair', after: 1, text: "Same on a Galaxy. Weirdly, it's fine while the phone is charging." },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: prose`That was a really helpful clue. Android delays our notifications to save power. Build
          31 requests exact alarms.`,
      },
      { from: 'Samuel Adeyemi', after: 3, text: 'Build 31 is right on time. Thanks!' },
    ],
  },
  {
    on: 'Support Android 9',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 'closed',
        text: prose`Sorry, but Android 9 doesn't get the security updates we rely on for sign-in anymore.
          The web app does work on those phones.`,
      },
      { from: 'Emeka Nwosu', after: 2, text: "OK, I'll forward this to whoever buys our phones." },
    ],
  },
  {
    on: 'Open the beta to everyone',
    comments: [
      { from: 'Andrei Popescu', after: 12, text: 'After the battery thing is fixed, please.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Tidepool for Android is on Google Play. Thank you to all 212 testers! We're closing
          this board now, so please post new ideas under Feature requests.`,
      },
      { from: 'Kwame Boateng', after: 0.2, text: 'Congrats! Now my coworkers can get it themselves.' },
    ],
  },
]
