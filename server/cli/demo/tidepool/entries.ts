import { markdown } from './text.ts'
import type { DemoEntry, TagName } from './types.ts'

export const tagColors: Record<TagName, string> = {
  New: '#2563eb',
  Improved: '#0d9488',
  Fixed: '#d97706',
  Integrations: '#7c3aed',
  Mobile: '#db2777',
  Security: '#b91c1c',
}

export const entries: DemoEntry[] = [
  {
    title: 'Working hours that fit your week',
    versionLabel: '4.1',
    tags: ['Improved'],
    daysAgo: 248,
    reactions: { '👍': 14, '🎉': 5 },
    body: markdown`
      Not every day is nine to five. **Each weekday now has hours of its own**, with as many breaks as you like, and
      they decide what your booking pages offer.

      You can also ask for **room to breathe**: a buffer before and after each booking, per page. Two bookings that
      follow each other share one buffer.

      Your present hours have been taken over as they were. Have a look under *Settings → Working hours*.
    `,
  },
  {
    title: 'Rooms and equipment',
    versionLabel: '4.2',
    tags: ['New'],
    daysAgo: 221,
    reactions: { '👍': 19, '🎉': 11, '❤️': 4 },
    body: markdown`
      Meeting rooms, projectors and company cars have calendars of their own now, and none of them needs a seat.

      - Give a room a **capacity** and tell us what is in it; people then search for “eight chairs and a screen”.
      - Add a room to a booking page, and a slot is only offered when the room is free as well.
      - Decide who may book what, and for how long ahead.

      **Also in this release:** absences no longer say of what kind they are. Colleagues see *Away*; only those who
      approve leave see the reason.
    `,
  },
  {
    title: 'Video links that make themselves',
    versionLabel: '4.3',
    tags: ['New', 'Integrations'],
    daysAgo: 189,
    reactions: { '👍': 22, '🚀': 9, '❤️': 6, '😄': 2 },
    body: markdown`
      Connect **Zoom** or **Google Meet** once, and every online appointment has its own link, in the event, in the
      confirmation and in the reminder.

      Booking pages can let the customer choose: *by phone, by video or in person*. One page instead of three.

      And if something of ours is down: [status.example.com](https://status.example.com) says what, and since when.
    `,
  },
  {
    title: 'A faster month, and a basket of small repairs',
    versionLabel: '4.4',
    tags: ['Improved', 'Fixed'],
    daysAgo: 158,
    reactions: { '👍': 31, '❤️': 12, '🚀': 15, '🎉': 3 },
    body: markdown`
      ## Faster
      The month view of a team of forty opens in **0.4 seconds instead of six**.

      ## Easier to read
      - Week numbers, if you want them
      - A palette for the colour-blind, and initials on events
      - Weekends can be hidden

      ## Repaired
      - The same slot can no longer be given to two customers who click in the same instant
      - Search finds *Dvořák* when you type *Dvorak*
      - Calendar feeds are refreshed every 15 minutes
      - The tour for new users can be closed on small screens
    `,
  },
  {
    title: 'Round robin: bookings in turn',
    versionLabel: '4.5',
    tags: ['New', 'Improved'],
    daysAgo: 126,
    reactions: { '👍': 27, '🎉': 18, '❤️': 8, '🚀': 6 },
    comments: [
      { from: 'Nicole Berger', after: 1, text: 'Does a person on leave get more afterwards, to catch up?' },
      {
        staff: 'Ingrid Solheim',
        after: 1,
        text: 'No. Whoever is away is skipped and starts again where the others are.',
      },
    ],
    body: markdown`
      One page, seven colleagues, and everybody gets their share.

      | distribution | who gets the next booking |
      |---|---|
      | in turn | the one whose turn it is, if they are free |
      | balanced | the one with the fewest in the last 30 days |
      | same as before | whom the customer met last time |

      With **weights** for those who work part-time. Customers can now **move** an appointment instead of cancelling it,
      you can set **a number of bookings per day**, and all bookings can be exported as CSV.
    `,
  },
  {
    title: 'Single sign-on, on every plan',
    versionLabel: '4.6',
    tags: ['New', 'Security'],
    daysAgo: 96,
    commentsEnabled: false,
    reactions: { '👍': 16, '❤️': 9, '👀': 4 },
    body: markdown`
      Sign in with your company’s directory by **SAML 2.0**. Tested with Entra ID, Okta, Google Workspace and Keycloak.

      Owners can now **require two-factor sign-in** for everyone. People have seven days to set it up, and we remind
      them, not you.

      We do not charge extra for either. Signing in safely is not a luxury.
    `,
  },
  {
    title: 'Tidepool for Android',
    versionLabel: '4.7',
    tags: ['New', 'Mobile'],
    daysAgo: 63,
    reactions: { '👍': 24, '🎉': 29, '🚀': 21, '❤️': 13 },
    comments: [
      {
        from: 'Jessica Tran',
        after: 1,
        text: 'When will it come to tablets?',
        replies: [
          {
            staff: 'Wei Ling Tan',
            after: 1,
            text: 'It runs on them today, but like a large phone. A real layout is the next thing we do on mobile.',
          },
        ],
      },
      { from: 'Kenji Watanabe', after: 3, text: 'Very smooth, congratulations.' },
    ],
    body: markdown`
      After half a year, 46 builds and the patience of 212 testers the app has left beta.

      - Swipe from day to day; press and hold for a new event
      - Punctual notifications, also when the phone sleeps
      - Unlock with your fingerprint
      - Text as large as *you* have set it

      Thank you to everyone who wrote to us on the beta board. It is closed now, and all of it has been read.
    `,
  },
  {
    title: 'Right hours, no doubles',
    versionLabel: '4.7.2',
    tags: ['Fixed'],
    daysAgo: 34,
    reactions: { '👍': 11, '👀': 2 },
    body: markdown`
      - Reminders show the hour of the person who reads them
      - Opening the link to cancel an appointment **asks first**: scanners in mail filters had been cancelling on behalf
        of their owners
      - Events that reach us from Google by two ways are shown once
    `,
  },
  {
    title: 'See in Slack who is away',
    versionLabel: '4.8',
    tags: ['New', 'Integrations'],
    daysAgo: 12,
    reactions: { '👍': 18, '🚀': 7, '😄': 9, '❤️': 3 },
    comments: [
      {
        from: 'Oscar Nyström',
        after: 2,
        text: 'Small wish: let me choose the emoji. A palm tree is too cheerful for a dentist.',
      },
    ],
    body: markdown`
      Each morning one line in a channel of your choice:

      > **Away today:** Laura, Marek (back on Thursday) · **Back again:** Wei Ling

      Whoever connects their own account also has their Slack status set while they are in an appointment. Nobody’s
      status is touched unless they ask for it.
    `,
  },
  {
    title: 'Your Google Calendar, both ways',
    versionLabel: '4.9',
    tags: ['New', 'Integrations'],
    links: ['Two-way sync with Google Calendar'],
    daysAgo: 4,
    state: 'scheduled',
    body: markdown`
      What you change in Google Calendar changes in Tidepool, and the other way round, within seconds.

      - **Private stays private:** such events cross over as *Busy*, without a title
      - When both sides change at once the later change wins, and the earlier one is kept in the history
      - Switch it on per calendar under *Settings → Connections*

      It reaches all workspaces over the course of the week.
    `,
  },
  {
    title: 'Group polls',
    versionLabel: '4.10',
    tags: ['New'],
    links: ['Group polls: find a time that suits everybody'],
    daysAgo: 6,
    state: 'draft',
    body: markdown`
      Propose some times, send one link, and see at a glance what suits everybody. **No account is needed to answer.**

      TODO: picture of the table with answers. Say that proposed times are held as tentative.
    `,
  },
  {
    title: 'How many days do I have left?',
    versionLabel: null,
    tags: ['New', 'Improved'],
    links: ['Time-off balances: how many days do I have left?', 'Half days of leave'],
    daysAgo: 2,
    state: 'draft',
    body: markdown`
      Outline: days per year, taken, planned, left · part-timers · what is carried over · who sees whose balance.
      Pictures come from Wei Ling.
    `,
  },
]
