import { prose } from '../text.ts'
import type { DemoThread } from '../types.ts'

/** Threads about teams, integrations and the mobile beta. */
export const otherThreads: DemoThread[] = [
  {
    on: 'Time-off balances: how many days do I have left?',
    comments: [
      {
        from: 'Naledi Mokoena',
        after: 2,
        text: 'Volunteers have no balance. Please let it be empty without looking like zero.',
      },
      {
        from: 'Leah Goldberg',
        after: 5,
        text: 'Part-time with changing days is the hard case: 3 days one week, 2 the next.',
        replies: [
          {
            staff: 'Ingrid Solheim',
            after: 1,
            text: 'We count in hours inside and show days outside, so that both come out right.',
          },
        ],
      },
      {
        staff: 'Ingrid Solheim',
        after: 'started',
        text: 'Started. Carrying days over is part of it, expiry dates come a little later.',
      },
      {
        from: 'Sandra Meier',
        after: 4,
        text: 'Take your time. The spreadsheet and I have been together for six years.',
      },
    ],
  },
  {
    on: 'Rooms and equipment with calendars of their own',
    comments: [
      { from: 'Megan Doyle', after: 1, text: 'Capacity and equipment as filters: "a room for eight with a screen".' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Rooms and equipment have arrived with 4.2, and they need no seat. If you used a person for it,
          support can turn that into a room.`,
      },
      { from: 'Stefan Graf', after: 2, text: 'Meeting Room 2 has left the company. We did not give him a card.' },
    ],
  },
  {
    on: 'Single sign-on with SAML',
    comments: [
      { from: 'Ian Forsyth', after: 4, text: 'OpenID Connect would do for us as well, if that is easier.' },
      {
        staff: 'Wei Ling Tan',
        after: 'started',
        text: 'Philip, would you test with Entra ID? We have Okta and Keycloak working.',
      },
      { from: 'Philip Crane', after: 1, text: 'Gladly. Our test directory has 20 people who do not exist.' },
      {
        staff: 'Wei Ling Tan',
        after: 'shipped',
        text: 'Available in 4.6 on all plans. We don’t think that signing in safely should be an upgrade.',
      },
      { from: 'Ian Forsyth', after: 1, text: 'This is the right attitude. Respect.' },
    ],
  },
  {
    on: 'Sick leave should not be visible to colleagues',
    comments: [
      { staff: 'Ingrid Solheim', after: 1, text: 'You are right. We treat this as a fault, not as a wish.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Since today colleagues see "Away" for every kind of absence. Only those who approve leave see
          which kind.`,
      },
      { from: 'Miriam Adler', after: 1, text: 'The works council sends regards and, for once, no letter.' },
    ],
  },
  {
    on: 'A price for charities',
    comments: [
      { from: 'Ana Lucía Torres', after: 4, text: 'We run a food bank and would be in the same situation.' },
      {
        staff: 'Tomás Rivera',
        after: 2,
        text: 'Write to us, both of you. There is no official price yet but there is a way.',
      },
      {
        staff: 'Tomás Rivera',
        after: 0.1,
        isNote: true,
        text: 'Gave both 70 % for a year. We should have a page for it: fourth request this quarter.',
      },
    ],
  },
  {
    on: 'One mail instead of thirty',
    comments: [
      { from: 'Kwame Boateng', after: 2, text: 'My inbox after each rota: 31 unread.' },
      {
        from: 'Jorge Salinas',
        after: 6,
        text: 'As a stopgap I made a filter that deletes all of them. Now I miss shifts.',
      },
    ],
  },
  {
    on: 'Swap shifts without asking the boss to type it in',
    comments: [
      {
        from: 'Adaeze Obi',
        after: 3,
        text: 'Only between people with the same qualification! A trainee may not take a night alone.',
      },
      { from: 'Thabo Nkosi', after: 1, text: 'True. The lead should be able to say no within a day.' },
      {
        staff: 'Ingrid Solheim',
        after: 3,
        text: 'Both noted. Would you two have half an hour for a call? I would like to see your group chat in action.',
      },
    ],
  },
  {
    on: 'Two-way sync with Google Calendar',
    comments: [
      { from: 'Daniel Okafor', after: 1, text: 'This is the one. Everything else is icing.' },
      { from: 'Freya Madsen', after: 3, text: 'Private events should only go across as "Busy".' },
      {
        from: 'Dylan Pierce',
        after: 6,
        text: 'What happens when I change both at the same time?',
        replies: [
          {
            staff: 'Kofi Mensah',
            after: 1,
            text: prose`The later change wins, and the other one is kept in the history of the event. We never drop
              anything silently.`,
          },
          { from: 'Dylan Pierce', after: 0.2, text: 'That is a better answer than I get from most vendors.' },
        ],
      },
      {
        staff: 'Kofi Mensah',
        after: 'started',
        text: prose`We have started, and are being careful: a fault here would hurt real calendars. Reading and
          writing run side by side in a test with our own company first.`,
      },
      { from: 'Emily Hartley', after: 7, text: 'How is the test going?' },
      {
        staff: 'Kofi Mensah',
        after: 1,
        text: prose`Six weeks, 14,000 events, two surprises (both about events that last exactly a day). It is the
          next release.`,
      },
      {
        staff: 'Kofi Mensah',
        after: 0.2,
        isNote: true,
        text: 'Roll out by tenths. Watch the quota: 40 requests per event and day is too close to the limit.',
      },
      { from: 'Hye-jin Park', after: 2, text: 'Can’t wait!' },
    ],
  },
  {
    on: 'Outlook add-in: insert free times into a mail',
    comments: [
      {
        from: 'Karin Wallner',
        after: 2,
        text: 'In the new Outlook and in the browser, please. Our IT has removed the old one.',
      },
      {
        from: 'Peter Lindgren',
        after: 4,
        text: 'The times must vanish from the mail, or at least refuse politely, when they have been taken since.',
      },
      {
        staff: 'Kofi Mensah',
        after: 'planned',
        text: prose`Planned. Links check when they are opened and offer the nearest free time. It begins once Google
          sync is out.`,
      },
    ],
  },
  {
    on: 'Slack: show who is away today',
    comments: [
      {
        from: 'Tobias Fuchs',
        after: 2,
        text: 'Opt in per person, please. Not all of us want a status that says where we are.',
      },
      {
        staff: 'Kofi Mensah',
        after: 'started',
        text: prose`It will be: nothing is set unless you connect your own account, and the channel message only lists
          names.`,
      },
      { staff: 'Kofi Mensah', after: 'shipped', text: 'Out now with 4.8. Settings, Integrations, Slack.' },
      {
        from: 'Dylan Pierce',
        after: 1,
        text: 'Set up in two minutes. Nobody has asked me where Laura is since Tuesday.',
      },
      { from: 'Karin Wallner', after: 2, text: 'And now Teams :)' },
    ],
  },
  {
    on: 'Webhooks for bookings',
    comments: [
      { from: 'Nikhil Rao', after: 1, text: 'With a timestamp in the signature, so that we can refuse old ones.' },
      { from: 'Rasmus Holm', after: 3, text: 'And a list of the last deliveries with a button to send one again.' },
      {
        staff: 'Kofi Mensah',
        after: 'planned',
        text: 'Both are in the plan. Order will be kept per booking, not across bookings.',
      },
    ],
  },
  {
    on: 'The Google import shows some events twice',
    comments: [
      { from: 'Freya Madsen', after: 1, text: 'I have 14 of them. They look like a very popular dentist.' },
      {
        staff: 'Kofi Mensah',
        after: 2,
        text: 'The same event reaches us under two addresses. We now compare the id that both share.',
      },
      {
        staff: 'Kofi Mensah',
        after: 'shipped',
        text: 'Fixed in 4.7.2; copies that exist go away with the next sync, within an hour.',
      },
    ],
  },
  {
    on: 'Outlook events arrive without their title',
    comments: [
      {
        staff: 'Kofi Mensah',
        after: 1,
        text: prose`Very likely the permission "limited details". Ask your administrator for "full details" on that
          calendar.`,
      },
      {
        from: 'Monique Lefebvre',
        after: 2,
        text: prose`C’était bien cela, merci ! It works for me; for two colleagues it does not, although the setting
          is the same.`,
      },
    ],
  },
  {
    on: 'API: accept an idempotency key for bookings',
    comments: [
      { from: 'Amit Shalev', after: 1, text: 'Seconded. We have three double bookings a month because of it.' },
      {
        staff: 'Kofi Mensah',
        after: 2,
        text: 'Agreed, this belongs in the API. It can be done before the webhooks; I will see when.',
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
    on: 'Notifications come half an hour late',
    comments: [
      { from: 'Deepa Nair', after: 1, text: 'Same on a Galaxy. Oddly, fine while the phone is charging.' },
      {
        staff: 'Wei Ling Tan',
        after: 1,
        text: 'That hint was gold: the system delays us to save power. Build 31 asks for exact alarms.',
      },
      { from: 'Samuel Adeyemi', after: 3, text: 'Build 31 is punctual. It even reminded me to write this.' },
    ],
  },
  {
    on: 'Old phones with Android 9',
    comments: [
      {
        staff: 'Wei Ling Tan',
        after: 'closed',
        text: prose`I am sorry, but this version no longer gets the security updates that we rely on for sign-in. The
          web app works there.`,
      },
      { from: 'Emeka Nwosu', after: 2, text: 'I will show this to the people who buy the phones.' },
    ],
  },
  {
    on: 'Open the beta to everybody',
    comments: [
      { from: 'Andrei Popescu', after: 12, text: 'After the battery thing is fixed, please.' },
      {
        staff: 'Ingrid Solheim',
        after: 'shipped',
        text: prose`Tidepool for Android is in the store. Thank you to all 212 testers! We close this board now; tell
          us what comes next under Feature requests.`,
      },
      { from: 'Kwame Boateng', after: 0.2, text: 'It was a pleasure. My colleagues may install it themselves now.' },
    ],
  },
]
